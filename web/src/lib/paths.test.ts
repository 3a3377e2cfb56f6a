import { expect, it } from 'vitest'
import { paths } from './paths'

it('builds every address', () => {
  const built = Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, path('a b/ə')]))
  expect(built).toMatchInlineSnapshot(`
    {
      "account": "/profil",
      "cart": "/sebet",
      "cartConfirm": "/sebet/tesdiqle",
      "category": "/kateqoriya/a%20b%2F%C9%99",
      "favourites": "/beyendiklerim",
      "home": "/",
      "newest": "/yeni-mehsullar",
      "notifications": "/profil/bildirisler",
      "popular": "/cox-satilanlar",
      "product": "/mehsullar/a%20b%2F%C9%99",
      "sale": "/endirimler",
      "search": "/axtaris/a%20b%2F%C9%99",
      "signIn": "/giris?next=a%20b%2F%C9%99",
      "store": "/magazalar/a%20b%2F%C9%99",
      "stores": "/magazalar",
    }
  `)
})
