import { describe, expect, it } from 'vitest'
import { ApiFailure } from '~shared/api/failure'
import type { Problem, Schemas } from '~shared/api/types'
import { fieldProblems } from './problems'

const failure = (problem: Partial<Problem>) =>
  new ApiFailure('http', 422, { code: 'validation_failed', detail: 'Yoxlayın', ...problem } as Problem)
const short: Schemas['FieldError'] = { field: 'title', code: 'too_short', message: 'Çox qısadır' }

describe('the field errors of a response', () => {
  it('contain the named fields with their texts', () => {
    expect(fieldProblems(failure({ errors: [short] }), ['title'])).toEqual([short])
  })
  it('assign a problem code to its field', () => {
    const taken = failure({ code: 'email_taken', detail: 'Bu e-poçt ilə hesab var' })
    expect(fieldProblems(taken, ['email'], { email_taken: 'email' })).toEqual([{ field: 'email', message: 'Bu e-poçt ilə hesab var' }])
  })
  it("translate the server's field names", () => {
    const deep = failure({ errors: [{ ...short, field: 'contact.email' }] })
    expect(fieldProblems(deep, ['contact_email'], {}, (named) => named.replace('.', '_'))).toEqual([{ ...short, field: 'contact_email' }])
  })
  it('skip fields that the form does not have', () => {
    expect(fieldProblems(failure({ errors: [short] }), ['text'])).toEqual([])
  })
  it('are empty after a network error', () => {
    expect(fieldProblems(new ApiFailure('network'), ['title'])).toEqual([])
  })
})
