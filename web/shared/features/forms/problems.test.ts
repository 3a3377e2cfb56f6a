import { describe, expect, it } from 'vitest'
import { ApiFailure } from '~shared/api/failure'
import type { Problem, Schemas } from '~shared/api/types'
import { fieldProblems } from './problems'

const failure = (problem: Partial<Problem>) =>
  new ApiFailure('http', 422, { code: 'validation_failed', detail: 'Yoxlayın', ...problem } as Problem)
const short: Schemas['FieldError'] = { field: 'title', code: 'too_short', message: 'Çox qısadır' }

describe('what an answer blames', () => {
  it('is the fields it names, in its words', () => {
    expect(fieldProblems(failure({ errors: [short] }), ['title'])).toEqual([short])
  })
  it('is a field of the form when the code belongs to one', () => {
    const taken = failure({ code: 'email_taken', detail: 'Bu e-poçt ilə hesab var' })
    expect(fieldProblems(taken, ['email'], { email_taken: 'email' })).toEqual([{ field: 'email', message: 'Bu e-poçt ilə hesab var' }])
  })
  it('is a field that the form has another name for', () => {
    const deep = failure({ errors: [{ ...short, field: 'contact.email' }] })
    expect(fieldProblems(deep, ['contact_email'], {}, (named) => named.replace('.', '_'))).toEqual([{ ...short, field: 'contact_email' }])
  })
  it('is no field that the form does not have', () => {
    expect(fieldProblems(failure({ errors: [short] }), ['text'])).toEqual([])
  })
  it('is nothing when the line is down', () => {
    expect(fieldProblems(new ApiFailure('network'), ['title'])).toEqual([])
  })
})
