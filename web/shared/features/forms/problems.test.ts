import { describe, expect, it } from 'vitest'
import { ApiFailure } from '~shared/api/failure'
import type { Problem, Schemas } from '~shared/api/types'
import { fieldProblems } from './problems'

const failure = (problem: Partial<Problem>) =>
  new ApiFailure('http', 422, { code: 'validation_failed', detail: 'Yoxlayın', ...problem } as Problem)
const shortTitle: Schemas['FieldError'] = { field: 'title', code: 'too_short', message: 'Çox qısadır' }

describe('the field errors of a response', () => {
  it('contain the named fields with their texts', () => {
    expect(fieldProblems(failure({ errors: [shortTitle] }), ['title'])).toEqual([shortTitle])
  })
  it('assign a problem code to its field', () => {
    const taken = failure({ code: 'email_taken', detail: 'Bu e-poçt ilə hesab var' })
    expect(fieldProblems(taken, ['email'], { email_taken: 'email' })).toEqual([{ field: 'email', message: 'Bu e-poçt ilə hesab var' }])
  })
  it("translate the server's field names", () => {
    const nestedFieldFailure = failure({ errors: [{ ...shortTitle, field: 'contact.email' }] })
    const toFormField = (serverField: string) => serverField.replace('.', '_')
    expect(fieldProblems(nestedFieldFailure, ['contact_email'], {}, toFormField)).toEqual([{ ...shortTitle, field: 'contact_email' }])
  })
  it('skip fields that the form does not have', () => {
    expect(fieldProblems(failure({ errors: [shortTitle] }), ['text'])).toEqual([])
  })
  it('are empty after a network error', () => {
    expect(fieldProblems(new ApiFailure('network'), ['title'])).toEqual([])
  })
})
