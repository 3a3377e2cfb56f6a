// The analytics tools (Google Analytics, Google Tag Manager, Yandex Metrica) and the visitor's consent, without which none of them loads.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { followOtherTabs, persisted } from '~shared/lib/persist'

/** Ids of the analytics tools. A tool without an id is not used. */
export interface Tags {
  googleAnalytics?: string
  googleTagManager?: string
  yandexMetrica?: string
}

/** Reads the ids that the gateway wrote into the document. They are no part of the startup, because no tool loads that early. */
export function tagsOf(document: Document): Tags {
  try {
    const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as { tags?: Tags } | null
    return state?.tags ?? {}
  } catch {
    return {}
  }
}

export const hasTags = (tags: Tags) => Object.values(tags).some(Boolean)

/** Whether a test or a declared crawler controls the browser. Their page views are not reported. */
export const isAutomated = () => navigator.webdriver

/** A page view, as reported to the analytics tools. */
interface View {
  address: string
  title: string
  language: string
}

/** A tool: `start` loads its script, `report` sends it a page view. */
interface Tool {
  start: () => void
  report: (view: View) => void
}

// Global names that the tools' scripts read.
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

/** Google only accepts commands as an `arguments` object, not as an array. */
function gtag(..._command: unknown[]) {
  // oxlint-disable-next-line prefer-rest-params -- see above
  dataLayer().push(arguments)
}

// The following functions return a tool for the id with which the shop is registered at its provider.

const googleAnalytics = (id: string): Tool => ({
  start: () => {
    gtag('js', new Date())
    // Page views are sent one by one, because navigation loads no document.
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
    // The script runs the calls in `a` when it has loaded; `l` is the time of the start.
    const queuedCalls: unknown[][] = []
    const ym: NonNullable<Window['ym']> = (...call) => void queuedCalls.push(call)
    Object.assign(ym, { a: queuedCalls, l: Date.now() })
    window.ym ??= ym
    window.ym(Number(id), 'init', { defer: true, clickmap: false, trackLinks: false, webvisor: false })
    loadScript(YANDEX)
  },
  report: ({ address, title }) => window.ym?.(Number(id), 'hit', address, { title }),
})

/** Returns the tools that have an id. */
export function toolsOf({ googleAnalytics: ga, googleTagManager: gtm, yandexMetrica: ym }: Tags): Tool[] {
  return [...(ga ? [googleAnalytics(ga)] : []), ...(gtm ? [googleTagManager(gtm)] : []), ...(ym ? [yandexMetrica(ym)] : [])]
}

/** Deletes the cookies that the tools have stored. They may be set for the host or for the whole domain. */
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

/** Consent to analytics. No tool loads before it is given. */
export const useConsent = create<State>()(persist((): State => ({ choice: null }), persisted<State>('consent')))
followOtherTabs([useConsent])

/** Why the consent dialog is shown: the visitor asked for it, or came through a blogger's link, whose recording needs consent. */
export const useConsentDialog = create(() => ({ isAsked: false, isReferred: false }))

/** Opens and closes the consent dialog, and stores the visitor's choice. */
export const consent = {
  ask: () => useConsentDialog.setState({ isAsked: true }),
  close: () => useConsentDialog.setState({ isAsked: false }),
  choose: (choice: Choice) => {
    const previousChoice = useConsent.getState().choice
    useConsent.setState({ choice })
    consent.close()
    if (previousChoice !== 'analytics' || choice === 'analytics') return
    // A running tool only stops with the document.
    deleteToolCookies()
    location.reload()
  },
}
