import './main.css'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { routes } from '~admin/router'
import { createQueryClient } from '~shared/api/query-client'
import { keepSession } from '~shared/features/auth/keep-session'
import { useAuth } from '~shared/features/auth/store'
import { usePrecheckout } from '~shared/features/checkout/store'
import { useProductStore } from '~shared/features/product/store'
import { App } from '~shared/frame/app'
import { setNumberLocale } from '~shared/i18n/format'
import { loadMessages } from '~shared/i18n/load'
import { localeOf, prefixOf } from '~shared/i18n/locale'
import { translator } from '~shared/i18n/context'
import { followOtherTabs, untilRestored } from '~shared/lib/persist'

const locale = localeOf(location.pathname)
setNumberLocale(locale)
document.documentElement.lang = locale
// The last two stores are the shop's: signing out clears them.
const PERSISTED_STORES = [useAuth, usePrecheckout, useProductStore]

if (import.meta.env.MODE === 'mock') await (await import('~mock/browser')).startMock()

const client = createQueryClient()
keepSession(client, locale)
followOtherTabs(PERSISTED_STORES)
const messages = loadMessages(locale)
// The loaders read the session from these stores.
await untilRestored(PERSISTED_STORES)
const router = createBrowserRouter(routes({ client, locale }), { basename: prefixOf(locale) || '/' })
const root = document.getElementById('root')
if (!root) throw new Error('admin/index.html has no #root')
createRoot(root).render(
  <App client={client} i18n={{ locale, t: translator(locale, await messages) }}>
    <RouterProvider router={router} />
  </App>,
)
