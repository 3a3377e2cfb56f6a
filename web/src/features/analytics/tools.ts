// The analytics tools.

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

export function toolsOf(tags: Tags): Tool[] {
  const tools: Tool[] = []
  if (tags.googleAnalytics) tools.push(googleAnalytics(tags.googleAnalytics))
  if (tags.googleTagManager) tools.push(googleTagManager(tags.googleTagManager))
  if (tags.yandexMetrica) tools.push(yandexMetrica(tags.yandexMetrica))
  return tools
}
