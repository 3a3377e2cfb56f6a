import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { CampaignDraft } from '~shared/api/types'
import { draftOf, EMPTY, Schema, valuesOf } from './rules'

const VALID = { ...EMPTY, storeId: '3', percent: '25', startsAt: '2026-12-01T00:00', endsAt: '2026-12-04T00:00', azName: 'Qış endirimi' }

/** Returns the field and the error code of each problem. */
const problemsOf = (values: Partial<typeof EMPTY>) => {
  const { issues = [] } = v.safeParse(Schema, { ...VALID, ...values })
  return issues.map(({ path, message }) => [path?.[0]?.key, message])
}

const SAVED: CampaignDraft = {
  id: 7,
  storeId: 3,
  az: { name: 'Qış endirimi', text: '' },
  ru: { name: '', text: '' },
  en: { name: '', text: '' },
  imageUrl: '',
  focusX: 30,
  focusY: 50,
  percent: 25,
  // The form does not show seconds.
  startsAt: '2026-11-30T20:00:17Z',
  endsAt: '2026-12-03T20:00:00Z',
  isWholeStore: true,
  productIds: [],
  status: 'running',
}

describe('a campaign', () => {
  it('requires a store, an Azerbaijani name, a discount and a period, and nothing else', () => {
    expect(problemsOf({})).toEqual([])
    expect(problemsOf({ storeId: '', azName: ' ', startsAt: '' }).map(([field]) => field)).toEqual(['storeId', 'startsAt', 'azName'])
  })

  it.each(['0', '91', '12.5', 'many'])('refuses a discount of %s %%', (percent) => {
    expect(problemsOf({ percent })).toEqual([['percent', 'out_of_range']])
  })

  it('must end after it begins', () => {
    expect(problemsOf({ endsAt: VALID.startsAt })).toEqual([['endsAt', 'invalid_period']])
  })

  it('accepts an uploaded picture or none', () => {
    expect(problemsOf({ imageUrl: '/media/abc/640.webp' })).toEqual([])
    expect(problemsOf({ imageUrl: 'https://elsewhere.example/a.webp' })).toEqual([['imageUrl', 'invalid_link']])
  })

  it('requires at least one product unless it covers the whole store', () => {
    expect(problemsOf({ scope: 'chosen' })).toEqual([['productIds', 'required']])
    expect(problemsOf({ scope: 'chosen', productIds: [4] })).toEqual([])
  })

  it('is sent with times converted from Baku time to UTC', () => {
    expect(draftOf(v.parse(Schema, VALID))).toMatchObject({
      id: 0,
      startsAt: '2026-11-30T20:00:00.000Z',
      endsAt: '2026-12-03T20:00:00.000Z',
    })
  })

  it('keeps the saved values, with seconds, of fields that cannot change while it runs', () => {
    const typed = v.parse(Schema, { ...valuesOf(SAVED), azName: 'Qış', endsAt: '2026-12-05T00:00' })
    expect(draftOf(typed, SAVED)).toEqual({ ...SAVED, az: { name: 'Qış', text: '' }, endsAt: '2026-12-04T20:00:00.000Z' })
  })
})
