import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1]

const path = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const MAIN = path('src/main.tsx')
const SHARED = path('shared/')
const SHOP = path('src/')
const ADMIN = path('admin/')
const isOfShop = (id: string) => id.startsWith(SHOP)
const isOfBackOffice = (id: string) => id.startsWith(ADMIN)
const isOfBoth = (id: string) => !isOfShop(id) && !isOfBackOffice(id)

/** The pages on which most visits begin. Shared modules are grouped by the pages that need them, so that each loads exactly those. */
const PAGES = { home: path('src/routes/home.tsx'), category: path('src/routes/category.tsx'), product: path('src/routes/product.tsx') }
type Page = keyof typeof PAGES

/** Returns all static imports of a module, transitively. */
function reachOf(root: string, context: Context): Set<string> {
  const reached = new Set<string>()
  const follow = (id: string) => {
    if (reached.has(id)) return
    reached.add(id)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) follow(imported)
  }
  follow(root)
  return reached
}

interface Graph {
  firstVisit: Set<string>
  pages: Map<Page, Set<string>>
}
let graph: Graph | undefined
const graphIn = (context: Context): Graph =>
  (graph ??= {
    firstVisit: reachOf(MAIN, context),
    pages: new Map(Object.entries(PAGES).map(([name, file]) => [name as Page, reachOf(file, context)])),
  })

/** Groups what every visit of the shop loads: libraries, modules shared with the back office, and the shop's own. */
const firstVisitGroup = (chunk: string, isIncluded: (id: string) => boolean) => (id: string, context: Context) =>
  id !== MAIN && graphIn(context).firstVisit.has(id) && isIncluded(id) ? chunk : null
const isLibrary = (id: string) => id.includes('node_modules')
/** Whether react-query's index imports the module, but only paged lists use it. */
const isForLists = (id: string) => /useQueries|queriesObserver/.test(id)
const isShared = (id: string) => id.startsWith(SHARED) || id.includes('lucide-react')

/** Groups the modules that other pages share. */
const otherPages = (isIncluded: (id: string) => boolean) => (id: string, context: Context) => {
  const { firstVisit: loaded, pages } = graphIn(context)
  const isElsewhere = loaded.has(id) || [...pages.values()].some((reach) => reach.has(id))
  return isIncluded(id) && !isElsewhere ? 'common' : null
}

/** Groups the modules that exactly these pages load, and possibly others. */
const pagesGroup = (wanted: Page[]) => (id: string, context: Context) => {
  const { firstVisit: loaded, pages } = graphIn(context)
  if (loaded.has(id)) return null
  const reached = [...pages].flatMap(([name, reach]) => (reach.has(id) ? [name] : []))
  return reached.join() === wanted.join() ? wanted.join('-') : null
}

const SETS: Page[][] = [['home', 'category'], ['home', 'product'], ['category', 'product'], ['home'], ['category'], ['product']]

/**
 * Groups the modules of the shop's layout and of each main page. Those of `shared/` are a separate chunk, which the back office loads,
 * too.
 */
const frame = (chunk: string, isIncluded: (id: string) => boolean) => (id: string, context: Context) => {
  const { firstVisit: loaded, pages } = graphIn(context)
  const isNeeded = loaded.has(id) || [...pages.values()].every((reach) => reach.has(id))
  return id !== MAIN && isNeeded && isIncluded(id) ? chunk : null
}

/** The groups of modules that become chunks. They follow from the imports: only the main pages are named. */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: firstVisitGroup('vendor', (id) => isLibrary(id) && !isShared(id) && !isForLists(id)), priority: 30 },
  { name: frame('shared', isShared), priority: 29 },
  { name: frame('frame', (id) => !isShared(id) && !isLibrary(id)), priority: 28 },
  ...SETS.map((set, place) => ({ name: pagesGroup(set), priority: 19 - place, minShareCount: 2 })),
  // Merges small groups into those that most of their importers need, separately for each application, so that the back office loads no
  // modules of the shop. A group includes its imports, so modules of both applications come first.
  ...[isOfBoth, isOfShop, isOfBackOffice].map((isIncluded, place) => ({
    name: otherPages(isIncluded),
    debugName: `common ${place}`,
    priority: 3 - place,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 3000,
  })),
]

/** Common chunks would be named after all pages that need them, and the first visit downloads these names. */
export const chunkFileNames = ({ name }: { name: string }) => (name.startsWith('common~') ? 'assets/[hash].js' : 'assets/[name]-[hash].js')
