/// <reference types="vitest/config" />
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { documentOrder } from './tools/vite/document-order.ts'
import { firstScript } from './tools/vite/first-script.ts'
import { installed } from './tools/vite/installed.ts'
import { mockMedia } from './tools/vite/mock-media.ts'
import { precompress } from './tools/vite/precompress.ts'
import { rendered } from './tools/vite/rendered.ts'

// What several pages share travels as one file: thirty crumbs of half a kilobyte pack badly and cost a request each.
const SHARED = /src[\\/](ui|lib|i18n|api|features)[\\/]|node_modules[\\/]lucide-react/
// Not what only lazy pages share, forms, the account area and the way to an order above all: it would come with the first visit.
const LAZY =
  /src[\\/](ui[\\/](.*field|when|list-skeleton|sheet|stepper|radio-pill|filter-links|more-button)|lib[\\/](clock|desk-paths|phone-text|wholesale-paths|use-countdown|use-now|use-is-visible|use-seen-lately|use-settled|once|fresh-key|leave)|api[\\/](server-events|event-reader|follow-line|use-pages|answered)|i18n[\\/](dates|times)|features[\\/](?!lists[\\/]components[\\/]for-bloggers)(auth[\\/]components|account|addresses|analytics|bonuses|desk|devices|families|forms|influencer|lists|moderation|office|orders|referral|reviews|sign-in|wholesale)[\\/]|features[\\/](basket[\\/](components[\\/]|line-text|(use-)?merge|use-guest-stock)|checkout[\\/](?!store)|campaigns[\\/](?!queries)|(notifications|promises)[\\/](?!queries)|destination[\\/](?!promised)|stores[\\/](use-follow|components[\\/](?!store-(card|shelf)))))|icons[\\/](bell-ring|calendar-days|circle-question-mark|clock|copy|download|eye|gift|mail|map-pin|message-circle|message-square|minus|pencil|phone|plus|sliders|tag|trash|truck|undo)/
// Lists with filters: several pages are made of them, the home page and the product page are not.
const LISTING =
  /src[\\/]features[\\/]catalog[\\/](added|chips|facets|filters|use-search-ahead|components[\\/](filter-|listing-view|load-more|sort-select))/
// Products as cards: a product's own page shows them far below. Rows of them are for fewer pages still.
const CARDS = /src[\\/]features[\\/]catalog[\\/]components[\\/](product-card|product-grid)/
const ROWS =
  /src[\\/](features[\\/](catalog[\\/]components[\\/]shelf|product[\\/]components[\\/]recently-viewed)|ui[\\/]section|lib[\\/]use-near)/
// What the frame of each page needs, however few files ask for it.
const FRAME =
  /src[\\/](app[\\/]layout[\\/](app-banner-store|loading-bar|places|route-announcer|theme-toggle|ui-flags)|ui[\\/]toaster|lib[\\/]app-links|features[\\/](auth[\\/]keep-session|lists[\\/]queries))|icons[\\/](arrow-left|smartphone|moon|sun)\b/
/** Icons that only lazy pages and parts use. */
const ICONS =
  /icons[\\/](bell-ring|boxes|calendar-days|circle-question-mark|copy|credit-card|download|gift|lock-keyhole|mail|map-pin|message-circle|message-square|minus|pencil|phone|plus|printer|tag|trash)/
/** Rooms of the back office. */
const OFFICE = /assets[\\/](office|desk|campaigns|wholesale)-/
const isShared = (id: string) => SHARED.test(id) && !LAZY.test(id) && ![LISTING, CARDS, ROWS].some((apart) => apart.test(id))
// One field stands alone in the cart, which needs no more of forms than that.
const FIELDS = /src[\\/]ui[\\/].*field/
const FORMS = /src[\\/]features[\\/]forms[\\/]|node_modules[\\/](react-hook-form|valibot|@hookform)[\\/]|icons[\\/]eye/
const PERSONAL = /src[\\/](ui[\\/](when|list-skeleton|sheet)|lib[\\/](once|leave)|features[\\/](auth[\\/]components|account|orders)[\\/])/
const VENDOR = /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack|zustand|clsx)[\\/]/
// Of the vendors, too, what only lazy pages use.
const LAZY_VENDOR = /[\\/](queriesObserver|useQueries)\.js/
const isVendor = (id: string) => VENDOR.test(id) && !LAZY_VENDOR.test(id)

/** Tests of plain functions that read storage, the window or the mock API. All other `.test.ts` files run without a DOM. */
const NEEDS_DOM = '{src,tools,mock-api}/**/*.dom.test.ts'

export default defineConfig(({ mode }) => ({
  plugins: [react(), tailwindcss(), firstScript(), mode === 'mock' && mockMedia(), documentOrder(), installed(), rendered(), precompress()],
  resolve: { tsconfigPaths: true },
  server: {
    port: 5173,
    ...(mode !== 'mock' && { proxy: { '/api': 'http://localhost:8080', '/media': 'http://localhost:8080' } }),
  },
  // Those that only lazy pages import: found late, they would reload the page in the middle of a visit.
  optimizeDeps: { include: ['react-hook-form', 'valibot', '@hookform/resolvers/standard-schema', 'msw/browser'] },
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    // Nothing may become a data: URL: the content security policy of production allows no such fonts or scripts.
    assetsInlineLimit: 0,
    copyPublicDir: true,
    // The first script names every file that a page preloads. Where operators work, files find each other: nobody else pays for that.
    modulePreload: { polyfill: false, resolveDependencies: (file, needed) => (OFFICE.test(file) ? [] : needed) },
    rolldownOptions: {
      // Nobody here reads a property, or a global, for what the reading does: what is read and not used goes.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: isVendor, priority: 4 },
            // A group takes what its files import along, so what the first visit needs is grouped before the rest.
            { name: 'shared', test: isShared, minShareCount: 3, priority: 3 },
            { name: 'frame', test: FRAME, priority: 3 },
            { name: 'listing', test: LISTING, minShareCount: 3, priority: 1 },
            { name: 'cards', test: CARDS, minShareCount: 2, priority: 2 },
            { name: 'rows', test: ROWS, minShareCount: 2, priority: 1 },
            // Reviews tell dates, too, and must not bring all forms along.
            { name: 'dates', test: /src[\\/]i18n[\\/](dates|times)/, priority: 3 },
            { name: 'fields', test: FIELDS, minShareCount: 2, priority: 2 },
            // What the pages of those who sign in have in common is little, and came as a dozen crumbs.
            { name: 'personal', test: PERSONAL, minShareCount: 2, priority: 0 },
            { name: 'forms', test: FORMS, minShareCount: 2, priority: 1 },
            { name: 'destination', test: /src[\\/]features[\\/]destination[\\/](?!promised)/, minShareCount: 2, priority: 1 },
            // A file each, they would be a dozen crumbs.
            { name: 'icons', test: ICONS, minShareCount: 2, priority: 1 },
            // Consent, and the clicks that are remembered because of it.
            { name: 'consent', test: /src[\\/]features[\\/](analytics|referral)[\\/]/, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    restoreMocks: true,
    // Upper bounds: beside a compiler a test can take ten times as long as alone.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Written for `cargo verify`, which reads the time of every test.
    ...(process.env.VITEST_JSON && { reporters: ['default', ['json', { outputFile: process.env.VITEST_JSON }]] }),
    // The files of a worker share the packages they load: loading jsdom, React and msw for each file took longer than its tests.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{src,tools,mock-api}/**/*.test.ts'],
          exclude: [NEEDS_DOM, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost/' } },
          setupFiles: ['./mock-api/test-setup.ts'],
          include: ['src/**/*.test.tsx', NEEDS_DOM],
        },
      },
    ],
  },
}))
