// A bonus is worth one qəpik; it is earned by an order, matures after the return period, and expires.

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { paths } from '~shared/lib/paths'
import { Component as Content } from '~/routes/content'
import { Component as Bonuses } from '~/routes/profile/bonuses'
import { bonuses, TERMS } from '~mock/bonuses-state'
import { BASE, ok, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { lastDay, percent } from './rules'

const user = userEvent.setup({ delay: null })
const open = () => openAt(paths.myBonuses(), { path: paths.myBonuses(), Component: Bonuses })
const list = async (title: string) =>
  within((await screen.findByRole('heading', { level: 2, name: title })).parentElement as HTMLElement)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

beforeEach(() => {
  signIn()
})

describe('my bonuses', () => {
  it('show the available, pending and expiring amounts, and the history', async () => {
    open()
    const amountOf = async (name: string) => (await screen.findByText(name)).nextElementSibling?.textContent
    expect(await amountOf(t('account.bonuses.balance'))).toBe(t('account.bonuses.bonuses', { count: 1250, n: '1\u00a0250' }))
    expect(await amountOf(t('account.bonuses.pending'))).toBe(t('account.bonuses.bonuses', { count: 90, n: '90' }))
    // Midnight is the end of the day before.
    expect(await list(t('account.bonuses.expiring'))).toEqual([expect.stringContaining('5 dekabr 2026')])
    expect(await list(t('account.bonuses.maturing'))).toEqual([expect.stringContaining('5 dekabr 2026')])
    const history = await list(t('account.bonuses.history'))
    expect(history, 'the entries of the mock, newest first').toHaveLength(5)
    expect(history[0]).toContain(t('account.bonuses.given_back'))
    expect(history[0]).toContain('+60')
    expect(history[1]).toContain(t('account.bonuses.spent'))
    expect(history[1]).toContain('−150')
    expect(history[2]).toContain('−40')
    expect(history[3]).toContain(t('account.bonuses.taken_back'))
    expect(history[4]).toContain('+1\u00a0390')
    expect(screen.getAllByRole('link', { name: t('account.bonuses.order', { code: 'SQ-7K4M-29' }) })[0]).toHaveAttribute(
      'href',
      paths.order('SQ-7K4M-29'),
    )
  })

  it('link to the shop when there are none', async () => {
    bonuses.account = { balance: 0, pending: 0, maturing: [], expiring: [], entries: [] }
    open()
    await screen.findByRole('heading', { level: 1, name: t('account.bonuses.empty') })
    expect(screen.getByRole('link', { name: t('account.bonuses.rules') })).toHaveAttribute('href', paths.bonuses())
  })

  it('show the rest of a long history on request', async () => {
    const [entry] = bonuses.account.entries
    if (entry) bonuses.account.entries = Array.from({ length: 25 }, (_, index) => ({ ...entry, orderCode: `SQ-${index}` }))
    open()
    expect(await list(t('account.bonuses.history')), 'one page').toHaveLength(20)
    await user.click(screen.getByRole('button', { name: t('catalog.loadMore') }))
    await screen.findByText(t('account.bonuses.order', { code: 'SQ-24' }))
    expect(screen.queryByRole('button', { name: t('catalog.loadMore') })).not.toBeInTheDocument()
  })

  it('offer a retry when loading fails', async () => {
    let isBroken = true
    server.use(http.get(`${BASE}/user/bonuses`, () => (isBroken ? problem(500, 'internal', 'Xəta baş verdi') : undefined)))
    open()
    await screen.findByRole('button', { name: t('common.retry') })
    isBroken = false
    await user.click(await screen.findByRole('button', { name: t('common.retry') }))
    await screen.findByText(t('account.bonuses.balance'))
  })
})

describe('the page of the bonus rules', () => {
  const rules = () => openAt(paths.bonuses(), { path: paths.bonuses(), Component: Content })
  const box = async () => within(await screen.findByRole('region', { name: t('content.bonuses.title') }))

  it('shows the rates by which bonuses are booked', async () => {
    server.use(
      http.get(`${BASE}/bonuses/terms`, () =>
        ok({ ...TERMS, returnDays: 21, validMonths: 6, noticeDays: 9, spendShare: 2500, graceDays: 40 }),
      ),
    )
    rules()
    const terms = await box()
    expect(terms.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['3,5%', '1%'])
    expect(terms.getByText(t('content.bonuses.until', { date: '31 dekabr 2026' }))).toBeVisible()
    for (const [key, n] of [
      ['pending', 21],
      ['valid', 6],
      ['notice', 9],
      ['grace', 40],
    ] as const)
      expect(terms.getByText(new RegExp(t(`content.bonuses.${key}`, { count: n, n })))).toBeVisible()
    expect(terms.getByText(new RegExp(t('content.bonuses.share', { share: '25%' })))).toBeVisible()
  })

  it('says so when nothing is earned', async () => {
    server.use(http.get(`${BASE}/bonuses/terms`, () => ok({ ...TERMS, rates: [] })))
    rules()
    expect((await box()).getByText(t('content.bonuses.none'))).toBeVisible()
  })
})

it('formats percentages and last days', () => {
  expect([percent(100), percent(150), percent(10_000), percent(1)]).toEqual(['1%', '1,5%', '100%', '0,01%'])
  expect(lastDay('2026-12-05T20:00:00Z')).toBe('2026-12-05T19:59:59.000Z')
})
