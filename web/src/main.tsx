// Starts the shop in the browser: hydrates the HTML that the gateway rendered, or renders the page itself.

import './main.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { useAppBanner } from './app/layout/flags'
import { routes } from '~/app/routes'
import { useBasket } from '~/features/basket/store'
import { replayPress } from '~/head-script/pressed'
import { createQueryClient, hydratePageState } from '~shared/api/query-client'
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
import { routerReady, matchesRendered, nextTask, reportHydrationError } from './app/hydration'

const locale = localeOf(location.pathname)
setNumberLocale(locale)
// Setting `lang` recomputes all styles, even if the value is the same.
if (document.documentElement.lang !== locale) document.documentElement.lang = locale
const PERSISTED_STORES = [useAuth, useBasket, usePrecheckout, useProductStore, useAppBanner]

if (import.meta.env.MODE === 'mock') await (await import('~mock/browser')).startMock()

// The cache is filled first, because the router starts its loaders at once.
const client = createQueryClient()
hydratePageState(client, document.getElementById('state')?.textContent)
keepSession(client, locale)
followOtherTabs(PERSISTED_STORES)

// The texts download in parallel. The pauses let the browser handle input.
const messages = loadMessages(locale)
await nextTask()
const router = createBrowserRouter(routes({ client, locale }), { basename: prefixOf(locale) || '/' })
const root = document.getElementById('root')
await untilRestored(PERSISTED_STORES)
await nextTask()
if (!root) throw new Error('index.html has no #root')
const app = (
  <App client={client} i18n={{ locale, t: translator(locale, await messages) }}>
    <RouterProvider router={router} />
  </App>
)
// The rendered content stays until the router has loaded the page.
if (root.hasChildNodes()) await routerReady(router)
if (matchesRendered(root) && !router.state.errors) hydrateRoot(root, app, { onRecoverableError: reportHydrationError })
else createRoot(root).render(app)
replayPress()
