// Starts the back office in the browser.
import './main.css'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { routes } from '~admin/router'
import { connectStaffSession } from '~admin/session/client'
import { createQueryClient } from '~shared/api/query-client'
import { App } from '~shared/frame/app'
import { setNumberLocale } from '~shared/i18n/format'
import { loadMessages } from '~shared/i18n/load'
import { localeOf, prefixOf } from '~shared/i18n/locale'
import { translator } from '~shared/i18n/context'

const locale = localeOf(location.pathname)
setNumberLocale(locale)
document.documentElement.lang = locale

// With `npm run mock`, a service worker answers all requests from `mock-api`.
if (import.meta.env.MODE === 'mock') await (await import('~mock/browser')).startMock()

const client = createQueryClient()
connectStaffSession(client)
const messages = loadMessages(locale)
const router = createBrowserRouter(routes({ client, locale }), { basename: prefixOf(locale) || '/' })
const root = document.getElementById('root')
if (!root) throw new Error('admin/index.html has no #root')
createRoot(root).render(
  <App client={client} i18n={{ locale, t: translator(locale, await messages) }}>
    <RouterProvider router={router} />
  </App>,
)
