import type { Tags } from './tags'

/** A page somebody looked at. */
export interface View {
  address: string
  title: string
  language: string
}

interface Tool {
  start: () => void
  sees: (view: View) => void
}

// The tools' own names for what their scripts read.
declare global {
  interface Window {
    dataLayer?: unknown[]
    ym?: ((...call: unknown[]) => void) & { a?: unknown[][]; l?: number }
  }
}

const GOOGLE = 'https://www.googletagmanager.com'
const YANDEX = 'https://mc.yandex.ru/metrika/tag.js'

function bring(src: string) {
  const script = document.createElement('script')
  script.async = true
  script.src = src
  document.head.append(script)
}

const layer = () => (window.dataLayer ??= [])

/** Google tells its commands from plain data by their being `arguments`, not an array. */
function gtag(..._command: unknown[]) {
  // oxlint-disable-next-line prefer-rest-params -- see above
  layer().push(arguments)
}

const googleAnalytics = (id: string): Tool => ({
  start: () => {
    gtag('js', new Date())
    // Views are told one by one: a change of page loads no document.
    gtag('config', id, { send_page_view: false })
    bring(`${GOOGLE}/gtag/js?id=${encodeURIComponent(id)}`)
  },
  sees: ({ address, title, language }) => gtag('event', 'page_view', { send_to: id, page_location: address, page_title: title, language }),
})

const googleTagManager = (id: string): Tool => ({
  start: () => {
    layer().push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    bring(`${GOOGLE}/gtm.js?id=${encodeURIComponent(id)}`)
  },
  sees: ({ address, title, language }) => void layer().push({ event: 'page_view', page_location: address, page_title: title, language }),
})

const yandexMetrica = (id: string): Tool => ({
  start: () => {
    const waiting: unknown[][] = []
    const ym: NonNullable<Window['ym']> = (...call) => void waiting.push(call)
    Object.assign(ym, { a: waiting, l: Date.now() })
    window.ym ??= ym
    window.ym(Number(id), 'init', { defer: true, clickmap: false, trackLinks: false, webvisor: false })
    bring(YANDEX)
  },
  sees: ({ address, title }) => window.ym?.(Number(id), 'hit', address, { title }),
})

export function toolsOf({ googleAnalytics: ga, googleTagManager: gtm, yandexMetrica: ym }: Tags): Tool[] {
  return [...(ga ? [googleAnalytics(ga)] : []), ...(gtm ? [googleTagManager(gtm)] : []), ...(ym ? [yandexMetrica(ym)] : [])]
}

/** What the tools have left on the device, wherever they put it. */
export function forgetTraces() {
  const names = document.cookie.split('; ').map((pair) => pair.split('=')[0] ?? '')
  const domain = location.hostname.split('.').slice(-2).join('.')
  for (const name of names.filter((one) => /^_(ga|gid|gat|ym)/.test(one)))
    for (const where of ['', `; domain=${location.hostname}`, `; domain=.${domain}`])
      document.cookie = `${name}=; path=/; max-age=0${where}`
}
