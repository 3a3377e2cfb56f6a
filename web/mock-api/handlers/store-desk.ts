// Stores as operators edit them.
import { addStore, changeStore, deskStore, storeDesk } from '../store-desk-state'
import { on } from './contract'
import { cursorPage, forStaff, invalid, ok, problem } from './responses'

const noStore = () => problem(404, 'store_not_found', 'Mağaza tapılmadı')
const isSlugUsed = (slug: string | undefined, id?: number) => storeDesk.stores.some((other) => other.slug === slug && other.id !== id)

const setOpen = (isOpen: boolean) =>
  forStaff(({ params }: { request: Request; params: { id: string } }) => {
    const store = deskStore(params.id)
    if (!store) return noStore()
    return ok(store.isOpen === isOpen ? store : changeStore(store.id, { isOpen }))
  })

export const storeDeskHandlers = [
  on(
    'get',
    '/admin/stores',
    forStaff(({ request }) => {
      const query = new URL(request.url).searchParams
      const [text, state] = [query.get('text')?.toLowerCase() ?? '', query.get('state')]
      const matching = storeDesk.stores.filter(
        ({ name, isOpen }) => (!state || isOpen === (state === 'open')) && name.toLowerCase().includes(text),
      )
      return cursorPage(
        request,
        matching.toSorted((a, b) => a.name.localeCompare(b.name, 'az')),
      )
    }),
  ),
  on(
    'get',
    '/admin/stores/{id}',
    forStaff(({ params }) => {
      const store = deskStore(params.id)
      return store ? ok(store) : noStore()
    }),
  ),
  on(
    'post',
    '/admin/stores',
    forStaff(async ({ request }) => {
      const { name, slug, about, logoUrl = '', coverUrl = '' } = await request.json()
      if (isSlugUsed(slug)) return invalid('slug', 'duplicate', 'Bu ünvan artıq var')
      return ok(addStore({ name, slug: slug ?? name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), about, logoUrl, coverUrl }))
    }),
  ),
  on(
    'put',
    '/admin/stores/{id}',
    forStaff(async ({ request, params }) => {
      const store = deskStore(params.id)
      const { version, ...form } = await request.json()
      if (!store) return noStore()
      if (version !== store.version) return problem(409, 'store_changed', 'Siz işləyərkən başqası bu mağazanı dəyişib.')
      if (isSlugUsed(form.slug, store.id)) return invalid('slug', 'duplicate', 'Bu ünvan artıq var')
      return ok(changeStore(store.id, form))
    }),
  ),
  on('post', '/admin/stores/{id}/open', setOpen(true)),
  on('post', '/admin/stores/{id}/close', setOpen(false)),
]
