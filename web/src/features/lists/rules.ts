import * as v from 'valibot'
import { optionalText, text } from '~shared/features/forms/rules'
import { LONGEST_DESCRIPTION, NAME } from './limits'

export const Schema = v.object({
  name: text(NAME.longest, NAME.shortest),
  description: optionalText(LONGEST_DESCRIPTION),
})
