import '~/styles/main.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { takePageState } from '~/api/page-state'
import { createQueryClient } from '~/api/query-client'
import { App } from '~/app/app'
import { routes } from '~/app/routes'
import { arrived, isAsRendered, tellUnlessLeftOut } from '~/app/take-over'
import { useAppBanner } from '~/app/layout/app-banner-store'
import { keepSession } from '~/features/auth/keep-session'
import { useAuth } from '~/features/auth/store'
import { useBasket } from '~/features/basket/store'
import { usePrecheckout } from '~/features/checkout/store'
import { useProductStore } from '~/features/product/store'
import { pressAgain } from '~/first/pressed'
import { writeFiguresIn } from '~/i18n/format'
import { loadMessages } from '~/i18n/load'
import { localeOf, prefixOf } from '~/i18n/locale'
import { translator } from '~/i18n/translate'
import { nextTask } from '~/lib/next-task'
import { followOtherTabs, restored } from '~/lib/persist'

const locale = localeOf(location.pathname)
writeFiguresIn(locale)
// Even the same again would have every style worked out anew.
if (document.documentElement.lang !== locale) document.documentElement.lang = locale
const KEPT = [useAuth, useBasket, usePrecheckout, useProductStore, useAppBanner]

if (import.meta.env.MODE === 'mock') await (await import('~mock/browser')).startMock()

// The cache is filled before the router exists: its loaders start at once.
const client = createQueryClient()
takePageState(client, document.getElementById('state')?.textContent)
keepSession(client, locale)
followOtherTabs(KEPT)

const messages = loadMessages(locale)
await nextTask()
const router = createBrowserRouter(routes({ client, locale }), { basename: prefixOf(locale) || '/' })
const root = document.getElementById('root')
await restored(KEPT)
await nextTask()
if (!root) throw new Error('index.html has no #root')
const app = (
  <App client={client} i18n={{ locale, t: translator(locale, await messages) }}>
    <RouterProvider router={router} />
  </App>
)
if (root.hasChildNodes()) await arrived(router)
if (isAsRendered(root) && !router.state.errors) hydrateRoot(root, app, { onRecoverableError: tellUnlessLeftOut })
else createRoot(root).render(app)
pressAgain()
