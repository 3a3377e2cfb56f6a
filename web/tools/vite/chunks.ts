// Groups modules into chunks, so that a visit loads few files, and no code that it does not need.
//
// Every visit loads `vendor`, `shared` and `frame`; `home-category` and so on serve exactly these main pages, `common` the other pages.
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

/** Returns null if the group does not take the module. */
type GroupName = Exclude<Rolldown.CodeSplittingGroup['name'], string>
type Context = Parameters<GroupName>[1]
type Filter = (id: string) => boolean

const path = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const MAIN = path('src/main.tsx')
const SHARED = path('shared/')
const SHOP = path('src/')
const ADMIN = path('admin/')
const isOfShop = (id: string) => id.startsWith(SHOP)
const isOfBackOffice = (id: string) => id.startsWith(ADMIN)
const isOfBoth = (id: string) => !isOfShop(id) && !isOfBackOffice(id)

/** Most visits begin on these main pages. */
const PAGES = { home: path('src/routes/home.tsx'), category: path('src/routes/category.tsx'), product: path('src/routes/product.tsx') }
type Page = keyof typeof PAGES

/** Returns a module with all modules that it imports statically. */
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
  /** The modules that each main page needs, including those of every visit. */
  pages: Map<Page, Set<string>>
}
let graph: Graph | undefined
const graphIn = (context: Context): Graph =>
  (graph ??= {
    firstVisit: reachOf(MAIN, context),
    pages: new Map(Object.entries(PAGES).map(([name, file]) => [name as Page, reachOf(file, context)])),
  })

const isLibrary = (id: string) => id.includes('node_modules')
/** The index of react-query imports these modules, but only lists with pages use them. */
const isForLists = (id: string) => /useQueries|queriesObserver/.test(id)
const isShared = (id: string) => id.startsWith(SHARED) || id.includes('lucide-react')

const firstVisitGroup = (chunk: string, isIncluded: Filter) => (id: string, context: Context) =>
  id !== MAIN && graphIn(context).firstVisit.has(id) && isIncluded(id) ? chunk : null

/** Modules that every visit or all main pages need, such as the shop's layout. */
const layoutGroup = (chunk: string, isIncluded: Filter) => (id: string, context: Context) => {
  const { firstVisit, pages } = graphIn(context)
  const isNeeded = firstVisit.has(id) || [...pages.values()].every((reach) => reach.has(id))
  return id !== MAIN && isNeeded && isIncluded(id) ? chunk : null
}

/** Modules that exactly these main pages need. */
const pagesGroup = (wanted: Page[]) => (id: string, context: Context) => {
  const { firstVisit, pages } = graphIn(context)
  if (firstVisit.has(id)) return null
  const needing = [...pages].flatMap(([name, reach]) => (reach.has(id) ? [name] : []))
  return needing.join() === wanted.join() ? wanted.join('-') : null
}

/** Modules that no main page needs, but several other pages share. */
const otherPagesGroup = (isIncluded: Filter) => (id: string, context: Context) => {
  const { firstVisit, pages } = graphIn(context)
  const isOfMainPage = firstVisit.has(id) || [...pages.values()].some((reach) => reach.has(id))
  return isIncluded(id) && !isOfMainPage ? 'common' : null
}

/** All sets of main pages but the whole one, which `layoutGroup` takes. */
const PAGE_SETS: Page[][] = [['home', 'category'], ['home', 'product'], ['category', 'product'], ['home'], ['category'], ['product']]
const SMALL_CHUNK_BYTES = 3000

/** A module belongs to the first group, by priority, that takes it. */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: firstVisitGroup('vendor', (id) => isLibrary(id) && !isShared(id) && !isForLists(id)), priority: 30 },
  { name: layoutGroup('shared', isShared), priority: 29 },
  { name: layoutGroup('frame', (id) => !isShared(id) && !isLibrary(id)), priority: 28 },
  ...PAGE_SETS.map((set, index) => ({ name: pagesGroup(set), priority: 19 - index, minShareCount: 2 })),
  // Small groups are merged separately for each application, so that the back office loads no modules of the shop. A group includes what it
  // imports, so the modules of both come first.
  ...[isOfBoth, isOfShop, isOfBackOffice].map((isIncluded, index) => ({
    name: otherPagesGroup(isIncluded),
    debugName: `common ${index}`,
    priority: 3 - index,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: SMALL_CHUNK_BYTES,
  })),
]

/** The name of a common chunk would list all its pages. */
export const chunkFileNames = ({ name }: { name: string }) => (name.startsWith('common~') ? 'assets/[hash].js' : 'assets/[name]-[hash].js')
