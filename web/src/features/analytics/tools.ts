// The analytics tools, and the visitor's consent to them.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { followOtherTabs, persisted } from '~shared/lib/persist'

/** Ids at the providers. A tool without an id is not used. */
export interface Tags {
  googleAnalytics?: string
  googleTagManager?: string
  yandexMetrica?: string
}

/** The gateway writes the ids into the document. */
export function tagsOf(document: Document): Tags {
  try {
    const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as { tags?: Tags } | null
    return state?.tags ?? {}
  } catch {
    return {}
  }
}

export const hasTags = (tags: Tags) => Object.values(tags).some(Boolean)

/** Tests and declared crawlers control the browser. Their page views are not reported. */
export const isAutomated = () => navigator.webdriver

interface PageView {
  address: string
  title: string
  language: string
}

interface Tool {
  start: () => void
  report: (view: PageView) => void
}

// Globals that the tools' scripts read.
declare global {
  interface Window {
    dataLayer?: unknown[]
    ym?: ((...call: unknown[]) => void) & { a?: unknown[][]; l?: number }
  }
}

const GOOGLE = 'https://www.googletagmanager.com'
const YANDEX = 'https://mc.yandex.ru/metrika/tag.js'

function loadScript(src: string) {
  const script = document.createElement('script')
  script.async = true
  script.src = src
  document.head.append(script)
}

const dataLayer = () => (window.dataLayer ??= [])

/** Google accepts only an `arguments` object, not an array. */
function gtag(..._command: unknown[]) {
  // oxlint-disable-next-line prefer-rest-params -- see above
  dataLayer().push(arguments)
}

const googleAnalytics = (id: string): Tool => ({
  start: () => {
    gtag('js', new Date())
    // Navigation loads no document, so each page view is sent separately.
    gtag('config', id, { send_page_view: false })
    loadScript(`${GOOGLE}/gtag/js?id=${encodeURIComponent(id)}`)
  },
  report: ({ address, title, language }) =>
    gtag('event', 'page_view', { send_to: id, page_location: address, page_title: title, language }),
})

const googleTagManager = (id: string): Tool => ({
  start: () => {
    dataLayer().push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    loadScript(`${GOOGLE}/gtm.js?id=${encodeURIComponent(id)}`)
  },
  report: ({ address, title, language }) =>
    void dataLayer().push({ event: 'page_view', page_location: address, page_title: title, language }),
})

const yandexMetrica = (id: string): Tool => ({
  start: () => {
    // Yandex's script runs the calls in `a` when it has loaded; `l` is the start time.
    const queuedCalls: unknown[][] = []
    const ym: NonNullable<Window['ym']> = (...call) => void queuedCalls.push(call)
    Object.assign(ym, { a: queuedCalls, l: Date.now() })
    window.ym ??= ym
    window.ym(Number(id), 'init', { defer: true, clickmap: false, trackLinks: false, webvisor: false })
    loadScript(YANDEX)
  },
  report: ({ address, title }) => window.ym?.(Number(id), 'hit', address, { title }),
})

export function toolsOf({ googleAnalytics: ga, googleTagManager: gtm, yandexMetrica: ym }: Tags): Tool[] {
  return [...(ga ? [googleAnalytics(ga)] : []), ...(gtm ? [googleTagManager(gtm)] : []), ...(ym ? [yandexMetrica(ym)] : [])]
}

/** Tools set cookies for the host or for the whole domain. */
function deleteToolCookies() {
  const names = document.cookie.split('; ').map((pair) => pair.split('=')[0] ?? '')
  const domain = location.hostname.split('.').slice(-2).join('.')
  for (const name of names.filter((name) => /^_(ga|gid|gat|ym)/.test(name)))
    for (const scope of ['', `; domain=${location.hostname}`, `; domain=.${domain}`])
      document.cookie = `${name}=; path=/; max-age=0${scope}`
}

type Choice = 'necessary' | 'analytics'

interface State {
  choice: Choice | null
}

/** No tool loads before this consent. */
export const useConsent = create<State>()(persist((): State => ({ choice: null }), persisted<State>('consent')))
followOtherTabs([useConsent])

/** Why the dialog is shown: the visitor asked for it, or came through a blogger's link, whose recording needs consent. */
export const useConsentDialog = create(() => ({ isAsked: false, isReferred: false }))

export const consent = {
  ask: () => useConsentDialog.setState({ isAsked: true }),
  close: () => useConsentDialog.setState({ isAsked: false }),
  choose: (choice: Choice) => {
    const previousChoice = useConsent.getState().choice
    useConsent.setState({ choice })
    consent.close()
    if (previousChoice !== 'analytics' || choice === 'analytics') return
    // A running tool stops only with the document.
    deleteToolCookies()
    location.reload()
  },
}
