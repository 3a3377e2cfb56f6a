import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { createMemoryRouter, Link } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { ConsentDialog } from '~/app/layout/consent-dialog'
import { t } from '~mock/in-shop'
import { I18nContext } from '~shared/i18n/context'
import { pageKind } from './page-kind'
import { PageViews, reportedUrl } from './page-views'
import { consent, useConsent, useConsentDialog } from './consent'
import type { Tags } from './tools'

const user = userEvent.setup({ delay: null })
const ALL: Tags = { googleAnalytics: 'G-TEST', googleTagManager: 'GTM-TEST', yandexMetrica: '777' }

/** Adds the state that the gateway writes into a document. */
function writeState(tags?: Tags) {
  const state = document.createElement('script')
  state.id = 'state'
  state.type = 'application/json'
  state.textContent = JSON.stringify({ locale: 'az', ...(tags && { tags }), queries: [] })
  document.head.append(state)
}

function Page({ title, to }: { title: string; to: string }) {
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      <Link to={to}>on</Link>
      <ConsentDialog />
      <PageViews />
    </>
  )
}

function visit() {
  const router = createMemoryRouter(
    [
      { path: '/', element: <Page title="Ana səhifə" to="/faq" /> },
      { path: '/faq', element: <Page title="Suallar" to="/" /> },
    ],
    { initialEntries: ['/'] },
  )
  render(
    <I18nContext value={{ locale: 'az', t }}>
      <RouterProvider router={router} />
    </I18nContext>,
  )
}

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(({ src }) => src)
const reportedViews = () => (window.dataLayer ?? []).filter((entry) => (entry as { event?: string }).event === 'page_view')
const press = (name: string) => user.click(screen.getByRole('button', { name }))

beforeEach(() => {
  document.head.replaceChildren()
  delete window.dataLayer
  delete window.ym
  useConsent.setState({ choice: null })
  useConsentDialog.setState({ isAsked: false, isReferred: false })
})

describe('the consent dialog', () => {
  it('is not shown when no tool is configured', () => {
    writeState()
    visit()
    expect(screen.queryByRole('region', { name: t('deferred.consent.title') })).toBeNull()
  })

  it('is shown once, and nothing loads before the choice', async () => {
    writeState(ALL)
    visit()
    expect(screen.getByRole('region', { name: t('deferred.consent.title') })).toBeVisible()
    expect(scripts()).toEqual([])
    await press(t('deferred.consent.necessary'))
    expect(screen.queryByRole('region', { name: t('deferred.consent.title') })).toBeNull()
    expect([scripts(), window.dataLayer]).toEqual([[], undefined])
    expect(localStorage.getItem('sovqat')).toContain('"choice":"necessary"')
  })

  it('can be reopened at any time', () => {
    writeState()
    useConsent.setState({ choice: 'analytics' })
    visit()
    act(consent.ask)
    expect(screen.getByText(t('deferred.consent.now.analytics'))).toBeVisible()
    expect(screen.getByRole('heading', { name: t('deferred.consent.title') })).toHaveFocus()
  })
})

describe('with consent', () => {
  it('every tool loads and gets every page view', async () => {
    writeState(ALL)
    visit()
    await press(t('deferred.consent.analytics'))
    expect(scripts()).toEqual([
      'https://www.googletagmanager.com/gtag/js?id=G-TEST',
      'https://www.googletagmanager.com/gtm.js?id=GTM-TEST',
      'https://mc.yandex.ru/metrika/tag.js',
    ])
    await waitFor(() => expect(reportedViews()).toEqual([expect.objectContaining({ page_title: 'Ana səhifə', language: 'az' })]))
    await user.click(screen.getByRole('link', { name: 'on' }))
    await waitFor(() => expect(reportedViews()).toHaveLength(2))
    expect(reportedViews()[1]).toMatchObject({ page_title: 'Suallar' })
    expect(window.ym?.a?.filter(([, command]) => command === 'hit')).toHaveLength(2)
    expect(scripts(), 'each tool loads once').toHaveLength(3)
  })

  it('only configured tools load', async () => {
    writeState({ yandexMetrica: '777' })
    visit()
    await press(t('deferred.consent.analytics'))
    expect(scripts()).toEqual(['https://mc.yandex.ru/metrika/tag.js'])
    expect(window.dataLayer).toBeUndefined()
  })

  it('an automated browser is not a visitor', async () => {
    Object.defineProperty(navigator, 'webdriver', { value: true, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'webdriver'))
    writeState(ALL)
    visit()
    await press(t('deferred.consent.analytics'))
    expect([scripts(), window.dataLayer]).toEqual([[], undefined])
  })
})

it.each([
  ['/mehsullar/nar', '/mehsullar/nar'],
  ['/profil', '/profil'],
  ['/profil/tehlukesizlik', '/profil/tehlukesizlik'],
  ['/ru/tehlukesizlik/k3Jx_9', '/ru/tehlukesizlik'],
  ['/profil/unvanlar', '/profil/unvanlar'],
  ['/profil/sifaris-tarixcesi/SQ-7K4M-29', '/profil/sifaris-tarixcesi'],
  ['/ru/profil/unvanlar/12', '/ru/profil/unvanlar'],
  ['/en/idare/sifarisler/SQ-1', '/en/idare/sifarisler'],
])('%s is reported as %s', (pathname, address) => {
  expect(reportedUrl({ origin: 'https://sovqat.example', pathname })).toBe(`https://sovqat.example${address}`)
})

it.each([
  ['/', 'home'],
  ['/ru', 'home'],
  ['/en/mehsullar/nar', 'product'],
  ['/magazalar', 'stores'],
  ['/magazalar/gul-evi', 'store'],
  ['/ru/catdirilma', 'content'],
  ['/en/komek', 'content'],
  ['/sebet/sifaris', 'checkout'],
  ['/sebet/tesdiqle', 'cart'],
  ['/profil/ad', 'account'],
  ['/yoxdur', 'other'],
])('%s has the page kind %s', (pathname, kind) => {
  expect(pageKind(pathname)).toBe(kind)
})
