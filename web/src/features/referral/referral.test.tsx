// Tests of clicks on a blogger's list or link.

import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { MouseEvent } from 'react'
import { createMemoryRouter, Link } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ConsentDialog } from '~/app/layout/consent-dialog'
import { ReferralTracker } from '~/app/layout/deferred-layout'
import { useConsent, useConsentDialog } from '~/features/analytics/consent'
import { earnings } from '~mock/earnings-state'
import { t } from '~mock/in-shop'
import { clearProductStore, useProductStore } from '~shared/features/product/store'
import { I18nContext } from '~shared/i18n/context'
import { recordLinkClick, recordListClick, resetForTests, referralOf, reportClick } from './clicks'
import { useRecordListClicks } from '~/routes/list'

const MAX_CODE_LENGTH = 80
const DAY_MS = 24 * 3600_000
const user = userEvent.setup({ delay: null })
/** All stores of the device, as text. */
const stored = () => localStorage.getItem('sovqat') ?? ''

beforeEach(() => {
  useConsent.setState({ choice: null })
  useConsentDialog.setState({ isAsked: false, isReferred: false })
  clearProductStore()
  resetForTests()
})

describe('a click', () => {
  it('from a list counts for its product, by link for all products; the last one wins', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-01T10:00:00Z'), toFake: ['Date'] })
    expect(referralOf('gul')).toBeUndefined()
    recordLinkClick('https://sovqat.example/?ref=leyla-h')
    expect(referralOf('gul')).toEqual({ code: 'leyla-h', clickedAt: '2026-11-01T10:00:00.000Z' })
    vi.setSystemTime('2026-11-01T11:00:00Z')
    recordListClick('anama-b3kd9x', 'gul')
    expect(referralOf('gul')).toEqual({ list: 'anama-b3kd9x', clickedAt: '2026-11-01T11:00:00.000Z' })
    expect(referralOf('çay')?.code).toBe('leyla-h')
    vi.setSystemTime('2026-11-01T12:00:00Z')
    recordLinkClick('?ref=nigar-a')
    expect(referralOf('gul')?.code).toBe('nigar-a')
    vi.useRealTimers()
  })

  it('expires after thirty days', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-01T10:00:00Z'), toFake: ['Date'] })
    recordListClick('anama-b3kd9x', 'gul')
    vi.setSystemTime(Date.now() + 30 * DAY_MS)
    expect(referralOf('gul')).toBeDefined()
    vi.setSystemTime(Date.now() + 1)
    expect(referralOf('gul')).toBeUndefined()
    vi.useRealTimers()
  })

  it.each(['?ref=', '?ref=<script>', `?ref=${'a'.repeat(MAX_CODE_LENGTH + 1)}`, '?x=leyla-h', ''])('is not recorded for %j', (search) => {
    recordLinkClick(search)
    expect(referralOf('gul')).toBeUndefined()
  })
})

describe('storage', () => {
  it('starts with consent, then contains the clicks of this visit, and is cleared when consent is withdrawn', () => {
    recordListClick('anama-b3kd9x', 'gul')
    recordLinkClick('?ref=leyla-h')
    expect(stored()).not.toContain('leyla-h')
    useConsent.setState({ choice: 'analytics' })
    expect(stored()).toContain('leyla-h')
    // A new visit has only the stored clicks.
    resetForTests()
    expect(referralOf('gul')?.list ?? referralOf('gul')?.code).toBeDefined()
    expect(Object.keys(useProductStore.getState().referranceProductSlug).sort()).toEqual(['', 'gul'])
    useConsent.setState({ choice: 'necessary' })
    expect(referralOf('gul')).toBeUndefined()
    expect(stored()).not.toContain('leyla-h')
  })

  it('needs the consent dialog, even without analytics tools', async () => {
    render(
      <I18nContext value={{ locale: 'az', t }}>
        <RouterProvider router={createMemoryRouter([{ path: '/', Component: ConsentDialog }])} />
      </I18nContext>,
    )
    expect(screen.queryByRole('region', { name: t('deferred.consent.title') })).toBeNull()
    recordLinkClick('?ref=leyla-h')
    await user.click(await screen.findByRole('button', { name: t('deferred.consent.analytics') }))
    expect(useProductStore.getState().referranceProductSlug['']?.code).toBe('leyla-h')
  })
})

describe('reports', () => {
  const expectReported = (clicks: unknown[]) => waitFor(() => expect(earnings.clicks).toEqual(clicks))

  it('send each click once, with its product', async () => {
    recordListClick('anama-b3kd9x', 'gul')
    reportClick('az', { id: 7, slug: 'gul' })
    reportClick('az', { id: 7, slug: 'gul' })
    reportClick('az', { id: 8, slug: 'çay' })
    await expectReported([{ list: 'anama-b3kd9x', productId: 7 }])
  })

  it('include links to any page', async () => {
    const router = createMemoryRouter([{ path: '*', Component: ReferralTracker }], { initialEntries: ['/faq?ref=Leyla-H'] })
    render(
      <I18nContext value={{ locale: 'az', t }}>
        <RouterProvider router={router} />
      </I18nContext>,
    )
    await expectReported([{ code: 'leyla-h' }])
  })

  it('are not sent without a recent click', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    recordListClick('anama-b3kd9x', 'gul')
    vi.setSystemTime(Date.now() + 5 * 60_000)
    reportClick('az', { id: 7, slug: 'gul' })
    vi.useRealTimers()
    await expectReported([])
  })
})

it("on a blogger's list, opening and buying from a card count", async () => {
  function List() {
    useRecordListClicks('anama-b3kd9x')
    const stay = (event: MouseEvent) => event.preventDefault()
    return (
      <ul>
        <li>
          <Link to="/mehsullar/g%C3%BCl" onClick={stay}>
            Gül
          </Link>
        </li>
        <li>
          <Link to="/mehsullar/cay">Çay</Link>
          <button type="button">Səbətə at</button>
        </li>
        <li>
          <Link to="/faq" onClick={stay}>
            Suallar
          </Link>
        </li>
      </ul>
    )
  }
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: List }])} />)
  await user.click(screen.getByRole('link', { name: 'Suallar' }))
  await user.click(screen.getByRole('link', { name: 'Gül' }))
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(referralOf('cay')?.list).toBe('anama-b3kd9x'))
  expect(referralOf('gül')?.list).toBe('anama-b3kd9x')
  expect(referralOf('faq')).toBeUndefined()
})
