import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SETTINGS } from '~mock/content'
import { BASE, ok } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { stubMatchMedia } from '~mock/window-stubs'
import { paths } from '~shared/lib/paths'
import { AppModal, useVisit } from './app-modal'
import { AppBanner } from './root-layout'
import { useAppBanner } from './flags'
import { ChatButton, useChatButton } from './chat-button'

const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 7) Chrome/140.0 Mobile Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148'
const user = userEvent.setup({ delay: null })
const setUserAgent = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
const overrideSettings = (settings: Partial<typeof SETTINGS>) =>
  server.use(http.get(`${BASE}/settings`, () => ok({ ...SETTINGS, ...settings })))

function TestPage() {
  return (
    <>
      <h1>Səhifə</h1>
      <AppBanner />
      <AppModal />
      <ChatButton />
    </>
  )
}
async function openPage(path = paths.home()) {
  const page = openAt(path, { path, Component: TestPage })
  await screen.findByRole('heading', { level: 1 })
  return page
}
const modal = () => screen.queryByRole('dialog', { name: t('deferred.app.title') })
const AFTER_MODAL_MS = 10_000
const AFTER_SCROLL_MS = 1_000
const afterSomeTime = () => act(() => vi.advanceTimersByTimeAsync(AFTER_MODAL_MS))

beforeEach(() => {
  // The page counts a second visit, because a first one shows no modal.
  useVisit.setState({ isCounted: false })
  useAppBanner.setState({ isHidden: false, wasModalShown: false, visits: 1 })
  useChatButton.setState({ isHidden: false })
  stubMatchMedia()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

describe('the app', () => {
  it.each([
    ['iPhone', IPHONE, SETTINGS.app.iosUrl],
    ['Pixel', PIXEL, SETTINGS.app.androidUrl],
    ['laptop', 'Mozilla/5.0 (X11; Linux x86_64)', SETTINGS.app.androidUrl],
  ])('links to the store of a %s', async (_device, agent, store) => {
    setUserAgent(agent)
    await openPage()
    expect(screen.getByRole('link', { name: t('common.app.get') })).toHaveAttribute('href', store)
  })

  it('is not mentioned if the shop has none', async () => {
    setUserAgent(PIXEL)
    overrideSettings({ app: { androidUrl: '', iosUrl: '' } })
    await openPage()
    await afterSomeTime()
    expect([screen.queryByRole('link', { name: t('common.app.get') }), modal()]).toEqual([null, null])
  })

  it('shows no banner after it was closed', async () => {
    const { unmount } = await openPage()
    await user.click(screen.getByRole('button', { name: t('common.app.hide') }))
    expect(screen.queryByRole('complementary', { name: t('common.app.label') })).toBeNull()
    unmount()
    // Simulates a new visit. `setState` writes to the storage, so the earlier text is put back.
    const stored = localStorage.getItem('sovqat') ?? ''
    useAppBanner.setState({ isHidden: false })
    localStorage.setItem('sovqat', stored)
    await useAppBanner.persist.rehydrate()
    await openPage()
    expect(screen.queryByRole('complementary', { name: t('common.app.label') })).toBeNull()
  })

  it('shows no modal during a first visit, however long and over however many pages', async () => {
    setUserAgent(PIXEL)
    useAppBanner.setState({ visits: 0 })
    for (const path of [paths.home(), paths.sale()]) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const { unmount } = await openPage(path)
      // oxlint-disable-next-line no-await-in-loop -- as above
      await afterSomeTime()
      expect(modal()).toBeNull()
      unmount()
    }
    expect(useAppBanner.getState().visits).toBe(1)
  })

  it('shows no modal after the banner was closed', async () => {
    setUserAgent(PIXEL)
    useAppBanner.setState({ isHidden: true })
    await openPage()
    await afterSomeTime()
    expect(modal()).toBeNull()
  })

  it('shows the modal on a phone once, at the second visit, after a delay', async () => {
    setUserAgent(PIXEL)
    await openPage()
    expect(modal()).toBeNull()
    await afterSomeTime()
    expect(modal()).toBeVisible()
    await user.click(screen.getByRole('button', { name: t('deferred.app.later') }))
    await afterSomeTime()
    expect(modal()).toBeNull()
    expect(useAppBanner.getState().wasModalShown).toBe(true)
  })

  it.each([
    ['on a computer', 'Mozilla/5.0 (X11; Linux x86_64)', paths.home()],
    ['in the checkout', PIXEL, paths.checkout()],
    ['on the sign-in page', PIXEL, paths.signIn()],
  ])('shows no modal %s', async (_where, agent, path) => {
    setUserAgent(agent)
    await openPage(path)
    await afterSomeTime()
    expect(modal()).toBeNull()
  })
})

describe('the chat button', () => {
  it('lists the chat services', async () => {
    await openPage()
    expect(screen.getByRole('link', { name: 'Telegram', hidden: true })).toHaveAttribute('href', SETTINGS.chat.telegramUrl)
  })

  it('is a plain link with only one service, built from the phone number if necessary', async () => {
    overrideSettings({ chat: { whatsappUrl: '', telegramUrl: '' } })
    await openPage()
    expect(screen.getByRole('link', { name: t('deferred.chat.on', { name: 'WhatsApp' }) })).toHaveAttribute(
      'href',
      'https://wa.me/994501234567',
    )
  })

  it.each([
    [paths.home(), false],
    [paths.category('gul'), false],
    [paths.search('gul'), false],
    [paths.sale(), false],
    [paths.product('nar'), true],
    [paths.contact(), true],
    [paths.orders(), true],
    [paths.cart(), false],
    [paths.checkout(), false],
    [paths.signIn(), false],
    [paths.order('SQ-1'), false],
    [paths.receipt('SQ-1'), false],
  ])('is shown on a phone at %s: %s', async (path, isShown) => {
    await openPage(path)
    expect(screen.getByRole('complementary', { name: t('deferred.chat.open') }).classList.contains('max-lg:hidden')).toBe(!isShown)
  })

  it('moves aside on phones while the page scrolls', async () => {
    await openPage(paths.contact())
    const aside = screen.getByRole('complementary', { name: t('deferred.chat.open') })
    await afterSomeTime()
    fireEvent.scroll(window)
    expect(aside).toHaveClass('max-lg:hidden')
    await act(() => vi.advanceTimersByTimeAsync(AFTER_SCROLL_MS))
    expect(aside).not.toHaveClass('max-lg:hidden')
    screen.getByRole('button', { name: t('deferred.chat.hide') }).focus()
    fireEvent.scroll(window)
    expect(aside, 'it has the focus').not.toHaveClass('max-lg:hidden')
  })

  it('can be dismissed', async () => {
    await openPage()
    await user.click(screen.getByRole('button', { name: t('deferred.chat.hide') }))
    expect(screen.queryByRole('complementary', { name: t('deferred.chat.open') })).toBeNull()
  })
})
