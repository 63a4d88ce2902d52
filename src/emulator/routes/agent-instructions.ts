/**
 * What the assistants of an organization are told: extensions.
 */
import { z } from 'zod'
import { type Answer, ok } from '../protocol/answer.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import type { Route } from '../protocol/route.ts'
import { getOrganization, presentAgentInstructions } from '../state/organization.ts'
import { documentSchema } from './document-input.ts'

const PATH = '/v1/orgs/{organizationId}/agent-instructions'
const offer = 'extension'

export const agentInstructionRoutes: readonly Route[] = [
  { name: 'getOrganizationAgentInstructions', method: 'GET', path: PATH, offer, handle: read },
  { name: 'updateOrganizationAgentInstructions', method: 'PUT', path: PATH, offer, handle: write },
]

function read(call: Call): Answer {
  const organization = getOrganization(call.world, param(call, 'organizationId'))
  return ok(presentAgentInstructions(call.world, organization))
}

async function write(call: Call): Promise<Answer> {
  const organization = getOrganization(call.world, param(call, 'organizationId'))
  const { instructions } = await bodyOf(call, z.object({ instructions: documentSchema }))
  organization.agentInstructions = {
    instructions: { ...instructions },
    updatedAt: call.world.clock.timestamp(),
    updatedBy: call.world.actor,
  }
  return read(call)
}
