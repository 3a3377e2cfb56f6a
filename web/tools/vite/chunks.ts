import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1]

const path = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const MAIN = path('src/main.tsx')
const SHARED = path('shared/')

/** Where most visits begin. What they share is grouped by who needs it, so that each loads exactly that. */
const PAGES = { home: path('src/routes/home.tsx'), category: path('src/routes/category.tsx'), product: path('src/routes/product.tsx') }
type Page = keyof typeof PAGES

/** What a module imports statically, and what those import. */
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
  first: Set<string>
  pages: Map<Page, Set<string>>
}
let graph: Graph | undefined
const graphIn = (context: Context): Graph =>
  (graph ??= {
    first: reachOf(MAIN, context),
    pages: new Map(Object.entries(PAGES).map(([name, file]) => [name as Page, reachOf(file, context)])),
  })

/** What every visit of the shop loads: libraries, what the back office needs as well, and the shop's own. */
const first = (chunk: string, isIts: (id: string) => boolean) => (id: string, context: Context) =>
  id !== MAIN && graphIn(context).first.has(id) && isIts(id) ? chunk : null
const isLibrary = (id: string) => id.includes('node_modules')
/** The index of react-query reaches it, but only lists of several pages use it. */
const isForLists = (id: string) => /useQueries|queriesObserver/.test(id)
const isShared = (id: string) => id.startsWith(SHARED) || id.includes('lucide-react')

/** What only pages behind these share. */
const common = (id: string, context: Context) => {
  const { first: loaded, pages } = graphIn(context)
  return loaded.has(id) || [...pages.values()].some((reach) => reach.has(id)) ? null : 'common'
}

/** What exactly these pages load, and perhaps others with them. */
const pagesGroup = (wanted: Page[]) => (id: string, context: Context) => {
  const { first: loaded, pages } = graphIn(context)
  if (loaded.has(id)) return null
  const reached = [...pages].flatMap(([name, reach]) => (reach.has(id) ? [name] : []))
  return reached.join() === wanted.join() ? wanted.join('-') : null
}

const SETS: Page[][] = [['home', 'category'], ['home', 'product'], ['category', 'product'], ['home'], ['category'], ['product']]

/** The shop's own frame, and what each of the pages needs where most visits begin. */
const frame = (id: string, context: Context) => {
  const { first: loaded, pages } = graphIn(context)
  if (id === MAIN || (loaded.has(id) && (isLibrary(id) || isShared(id)))) return null
  return loaded.has(id) || [...pages.values()].every((reach) => reach.has(id)) ? 'frame' : null
}

/** Chunks follow from who imports what: no file is named here but the pages where most visits begin. */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: first('vendor', (id) => isLibrary(id) && !isShared(id) && !isForLists(id)), priority: 30 },
  { name: first('shared', isShared), priority: 29 },
  { name: frame, priority: 28 },
  ...SETS.map((set, place) => ({ name: pagesGroup(set), priority: 19 - place, minShareCount: 2 })),
  // Small ones go where most of those that need them are.
  { name: common, debugName: 'common', priority: 1, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3000 },
]

/** Common chunks would be named after all pages that need them, and the first visit loads the list of these names. */
export const chunkFileNames = ({ name }: { name: string }) => (name.startsWith('common~') ? 'assets/[hash].js' : 'assets/[name]-[hash].js')
