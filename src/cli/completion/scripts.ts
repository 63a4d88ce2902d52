/** Completion for three shells. One function each, without a call of docvault while somebody types. */
import type { CommandWords, Values } from './words.ts'

export function bashScript(commands: readonly CommandWords[]): string {
  const cases = commands.flatMap(command => [
    ...command.options
      .filter(option => !option.isBare)
      .map(option => `    '${command.name} ${option.flag}') ${bashReply(option.takes)}; return ;;`),
  ])
  const lists = commands.map(
    command =>
      `    ${command.name}) flags='${command.options.map(option => option.flag).join(' ')} --help'; case $position in ${command.arguments
        .map((values, index) => `${index + 1}) ${bashReply(values)} ;; `)
        .join('')}esac ;;`,
  )
  return `# docvault, for bash. Made by \`docvault completion bash\`.
_docvault() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} flags= position=0 i
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W '${names(commands)}' -- "$word")); return; fi
  case "$command $before" in
${cases.join('\n')}
  esac
  for ((i = 2; i <= COMP_CWORD; i++)); do [[ \${COMP_WORDS[i]} == -* ]] || position=$((position + 1)); done
  case $command in
${lists.join('\n')}
  esac
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$word")); fi
}
complete -F _docvault docvault
`
}

function bashReply(values: Values): string {
  if (values === 'file') return 'COMPREPLY=($(compgen -f -- "$word"))'
  return values === null ? ':' : `COMPREPLY=($(compgen -W '${values.join(' ')}' -- "$word"))`
}

export function zshScript(commands: readonly CommandWords[]): string {
  const cases = commands.map(command => {
    const options = command.options.map(
      option => `'${option.flag}[${zshText(option.does)}]${option.isBare ? '' : zshValues(option.takes)}'`,
    )
    const positions = command.arguments.map((values, index) => `'${index + 1}${zshValues(values)}'`)
    return `    ${command.name}) _arguments ${[...options, ...positions].join(' ')} ;;`
  })
  const described = commands.map(command => `'${command.name}:${zshText(command.summary)}'`).join(' ')
  return `#compdef docvault
# docvault, for zsh. Made by \`docvault completion zsh\`.
_docvault() {
  local -a commands=(${described})
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _docvault ]; then _docvault "$@"; else compdef _docvault docvault; fi
`
}

function zshValues(values: Values): string {
  if (values === 'file') return ':file:_files'
  return values === null ? ':value: ' : `:value:(${values.join(' ')})`
}

/** What means something to \`_arguments\`, and the quote that everything stands in. */
function zshText(text: string): string {
  return text.replaceAll(/[[\]:\\`]/g, '\\$&').replaceAll("'", "'\\''")
}

export function fishScript(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(command => {
    const inside = `complete -c docvault -n '__fish_seen_subcommand_from ${command.name}'`
    const words = command.arguments.flatMap(values => (Array.isArray(values) ? values : []))
    return [
      `complete -c docvault -n __fish_use_subcommand -f -a ${command.name} -d '${fishText(command.summary)}'`,
      ...command.options.map(
        option =>
          `${inside} -l ${option.flag.slice(2)}${option.isBare ? '' : fishValues(option.takes)} -d '${fishText(option.does)}'`,
      ),
      ...(words.length > 0 ? [`${inside} -f -a '${[...new Set(words)].join(' ')}'`] : []),
    ]
  })
  return `# docvault, for fish. Made by \`docvault completion fish\`.\n${lines.join('\n')}\n`
}

function fishValues(values: Values): string {
  if (values === 'file') return ' -r -F'
  return values === null ? ' -x' : ` -x -a '${values.join(' ')}'`
}

function fishText(text: string): string {
  return text.replaceAll(/['\\]/g, '\\$&')
}

function names(commands: readonly CommandWords[]): string {
  return [...commands.map(command => command.name), 'help'].join(' ')
}
