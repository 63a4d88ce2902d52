import { Argument } from 'commander'
import { UsageError } from '../model/errors.ts'
import type { CommandModule } from './command.ts'
import { bashScript, fishScript, zshScript } from './completion/scripts.ts'
import { describeWords } from './completion/words.ts'
import { exitCodes } from './exit-code.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

export const completion: CommandModule = {
  examples: [
    ['docvault completion bash > docvault.bash', 'to be sourced, or put into /etc/bash_completion.d'],
    ['docvault completion fish > docvault.fish', 'to be put into ~/.config/fish/completions'],
  ],
  define(command) {
    command.addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(Object.keys(scripts)))
  },
  async run({ args, terminal, commands }) {
    const shell = Object.entries(scripts).find(([name]) => name === args[0])
    if (!shell) throw new UsageError(`there is no completion for ${args[0]}`)
    await terminal.raw(Buffer.from(shell[1](describeWords(await commands()))))
    return exitCodes.done
  },
}
