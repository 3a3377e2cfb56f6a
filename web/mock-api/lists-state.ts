/** A blogger's list of products, newest first. */
export interface StoredList {
  id: number
  slug: string
  name: string
  description: string
  createdAt: string
  productIds: number[]
}

export const lists: { all: StoredList[]; lastId: number } = { all: [], lastId: 0 }

export function resetLists() {
  lists.all = []
  lists.lastId = 0
}

export function storeList(name: string, description = '', productIds: number[] = []): StoredList {
  lists.lastId += 1
  const slug = `${name.toLocaleLowerCase('az').replaceAll(/[^\p{L}\d]+/gu, '-')}-${lists.lastId}`
  const list = { id: lists.lastId, slug, name, description, createdAt: '2026-11-20T12:00:00Z', productIds }
  lists.all = [list, ...lists.all]
  return list
}
