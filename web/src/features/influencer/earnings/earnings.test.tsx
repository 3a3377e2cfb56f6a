import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AccountLinks } from '~/features/account/links'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { Component as Earnings } from '~/routes/profile/earnings'
import { Toaster } from '~shared/ui/toaster'
import { useToasts } from '~shared/ui/toast-store'
import { earnings } from '~mock/earnings-state'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'

const PER_PAGE = 20
const user = userEvent.setup({ delay: null })
const Page = () => (
  <>
    <Earnings />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = () => openAt(paths.myEarnings(), { path: paths.myEarnings(), Component: Page })
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
const section = async (title: string) => (await screen.findByRole('heading', { level: 2, name: title })).parentElement as HTMLElement

beforeEach(() => {
  signIn({ isBlogger: true })
  useToasts.setState({ toasts: [] })
})

describe('my earnings', () => {
  it('show the available and pending amounts, and the history', async () => {
    open()
    const amountOf = async (name: string) => (await screen.findAllByText(name, { selector: 'dt' }))[0]?.nextElementSibling?.textContent
    expect(await amountOf(t('account.earnings.balance'))).toBe(money(2150))
    expect(await amountOf(t('account.earnings.pending'))).toBe(money(360))
    expect(await amountOf(t('account.earnings.earnedEver'))).toBe(money(2600))
    expect(await amountOf(t('account.earnings.takenBackEver'))).toBe(money(90))
    expect(await amountOf(t('account.earnings.conversion'))).toBe('5%')
    const history = within(await section(t('account.earnings.history'))).getAllByRole('listitem')
    expect(history, 'the entries of the mock').toHaveLength(3)
    expect(history[0]).toHaveTextContent(t('account.earnings.kind.taken_back'))
    expect(history[0]).toHaveTextContent(`−0,90`)
    expect(history[0]).toHaveTextContent(t('account.earnings.after', { sum: money(2510) }).replaceAll('\u00a0', ' '))
    expect(history[2]).toHaveTextContent('Çay dəsti, Şokolad')
  })

  it('show lists and products with links, also deleted ones', async () => {
    open()
    const lists = within(await section(t('account.earnings.byList')))
    expect(lists.getByRole('link', { name: 'Anama hədiyyələr' })).toHaveAttribute('href', paths.list('anama-hediyyeler-b3kd9x'))
    expect(rowsOf(lists.getByRole('table'))[2]?.[0]).toContain(t('account.earnings.byLink'))
    const products = within(await section(t('account.earnings.byProduct')))
    expect(products.getByRole('link', { name: 'Qızılgül buketi' })).toHaveAttribute('href', paths.product('qizilgul-buketi'))
    expect(products.getByText(t('account.earnings.goneProduct'))).toBeVisible()
  })

  it('have a chart whose values are also in a table', async () => {
    open()
    const table = await screen.findByRole('table', { name: t('account.earnings.chart') })
    const rows = rowsOf(table)
    expect(rows, 'the heads, and 30 days').toHaveLength(31)
    // The mock's last day is 25 November, which is the last row.
    expect(rows[28]).toEqual(['23 noyabr', '8', '1', money(450), money(0)])
    expect(rows[30]).toEqual(['25 noyabr', '0', '0', money(0), money(90)])
    expect(document.querySelectorAll('svg rect[height="0"]'), 'all days but one are without earnings').toHaveLength(29)
  })

  it('load another period, and show the rates', async () => {
    const requestDays = vi.fn<(days: string) => void>()
    server.use(http.get(`${BASE}/influencer/earnings`, ({ request }) => requestDays(new URL(request.url).searchParams.get('days') ?? '')))
    open()
    await user.click(await screen.findByRole('radio', { name: t('account.earnings.days', { count: 90, n: 90 }) }))
    await waitFor(() => expect(requestDays.mock.calls.map(([days]) => days)).toEqual(['30', '90']))
    const rules = within(await section(t('account.earnings.rules')))
    expect(rules.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['3%', '5,5%'])
    expect(rules.getByText(t('account.earnings.until', { date: '31 dekabr 2026' }))).toBeVisible()
    expect(rules.getByText(new RegExp(t('account.earnings.waits', { count: 14, n: 14 })))).toBeVisible()
  })

  it("copy the blogger's link", async () => {
    open()
    await user.click(await screen.findByRole('button', { name: t('account.earnings.copy') }))
    await screen.findByText(t('account.earnings.copied'))
    expect(await navigator.clipboard.readText()).toBe('http://localhost/?ref=leyla-h')
  })

  it('show the link when there are no earnings yet', async () => {
    Object.assign(earnings.earnings, { total: { clicks: 0, orders: 0, earned: 0, takenBack: 0 }, entries: [], maturing: [], balance: -90 })
    open()
    await screen.findByRole('heading', { level: 2, name: t('account.earnings.empty') })
    expect(screen.getByText(t('account.earnings.owed')).nextElementSibling).toHaveTextContent('0,90')
    expect(screen.getByRole('button', { name: t('account.earnings.copy') })).toBeVisible()
    expect(screen.queryByText(t('account.earnings.history'))).toBeNull()
  })

  it('show the rest of a long history on request', async () => {
    const [entry] = earnings.earnings.entries
    if (entry)
      earnings.earnings.entries = Array.from({ length: PER_PAGE + 5 }, (_, index) => ({
        ...entry,
        balance: index,
        products: [`P${index}`],
      }))
    open()
    expect(within(await section(t('account.earnings.history'))).getAllByRole('listitem')).toHaveLength(PER_PAGE)
    await user.click(screen.getByRole('button', { name: t('catalog.loadMore') }))
    await screen.findByText(/P24/)
    expect(screen.queryByRole('button', { name: t('catalog.loadMore') })).toBeNull()
  })

  it('offer a retry when loading fails', async () => {
    let isBroken = true
    server.use(http.get(`${BASE}/influencer/earnings`, () => (isBroken ? problem(500, 'internal', 'Xəta baş verdi') : undefined)))
    open()
    await screen.findByRole('button', { name: t('common.retry') })
    isBroken = false
    await user.click(screen.getByRole('button', { name: t('common.retry') }))
    await screen.findByText(t('account.earnings.balance'))
  })
})

describe('a customer', () => {
  it('who is not a blogger sees the application, and nothing is fetched', async () => {
    signIn()
    const handler = vi.fn<() => void>()
    server.use(http.get(`${BASE}/influencer/earnings`, handler))
    open()
    await screen.findByRole('heading', { level: 1, name: t('account.earnings.bloggersOnly') })
    expect(screen.getByRole('link', { name: t('account.influencer.link') })).toHaveAttribute('href', paths.influencerForm())
    expect(handler).not.toHaveBeenCalled()
  })

  it.each([true, false])('sees the link in the menu only as a blogger: %s', async (isBlogger) => {
    signIn({ isBlogger })
    openAt('/', { path: '/', Component: AccountLinks })
    await screen.findByRole('link', { name: t('account.bonuses.title') })
    expect(screen.queryAllByRole('link', { name: t('account.earnings.title') })).toHaveLength(isBlogger ? 1 : 0)
  })
})
