/** *Extension.* Style guides: spaces that say how a site is to be written, and the sites that keep to them. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { idSchema } from './shapes.ts'

const styleguideSchema = z.looseObject({
  space: z.looseObject({ id: idSchema, title: z.string().nullish() }),
  sites: z.array(z.looseObject({ id: idSchema })),
})
type Styleguide = z.infer<typeof styleguideSchema>

const styleguidesSchema = z.looseObject({ styleguides: z.array(styleguideSchema) })

export const styleguideOperations = (caller: Caller) => ({
  /** *Extension.* All at once. */
  list: async (organization: string): Promise<Styleguide[]> => {
    const path = ['orgs', organization, 'styleguides']
    return (await caller.get(['listOrganizationStyleguides', path], styleguidesSchema)).styleguides
  },
})
