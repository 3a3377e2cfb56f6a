// A blogger earns money when others buy through its product lists.

import { type APIRequestContext, expect } from '@playwright/test'
import type { ProductList, Session } from '~shared/api/types'
import { demoAccount, signInByApi } from './accounts'
import { type Shop, test as base } from './shop'

/** All tests share this account, so each adds a suffix to the names of its lists. */
class Blogger {
  private readonly suffix = Math.floor(Math.random() * 1e9).toString(36)

  constructor(
    private readonly request: APIRequestContext,
    private readonly session: Session,
  ) {}

  uniqueName = (what: string) => `${what} ${this.suffix}`

  async createList(name: string, productIds: number[] = [], description = ''): Promise<ProductList> {
    const list = await this.send<ProductList>('post', '/list', { name, description })
    // The API puts the product added last first.
    for (const productId of productIds.toReversed()) await this.send('post', `/list/${list.id}/products`, { productId })
    return list
  }

  async ownLists(): Promise<ProductList[]> {
    const lists = await this.send<ProductList[]>('get', '/list/all')
    return lists.filter(({ name }) => name.endsWith(this.suffix))
  }

  async countProducts(name: string): Promise<number> {
    return (await this.ownLists()).find((list) => list.name === name)?.productCount ?? 0
  }

  async deleteLists() {
    for (const { id } of await this.ownLists()) await this.send('delete', `/list/${id}`)
  }

  private async send<Data>(method: 'get' | 'post' | 'delete', path: string, data?: object): Promise<Data> {
    const headers = { authorization: `Bearer ${this.session.accessToken}` }
    const response = await this.request[method](`/api/v1${path}`, { headers, ...(data && { data }) })
    expect(response.status(), `${method} ${path}: ${await response.text()}`).toBe(200)
    return ((await response.json()) as { data: Data }).data
  }
}

async function signInBlogger(shop: Shop, request: APIRequestContext) {
  const session = await signInByApi(request, demoAccount('blogger'))
  await shop.storeSection('auth', { ...session, isAuthenticated: true })
  return new Blogger(request, session)
}

export const test = base.extend<{ blogger: Blogger }>({
  blogger: async ({ shop, request }, provide) => {
    const blogger = await signInBlogger(shop, request)
    await provide(blogger)
    await blogger.deleteLists()
  },
})
