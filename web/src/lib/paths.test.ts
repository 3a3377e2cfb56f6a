import { expect, it } from 'vitest'
import { paths } from './paths'

it('builds every address', () => {
  const built = Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, path('a b/ə')]))
  expect(built).toMatchInlineSnapshot(`
    {
      "account": "/profil",
      "address": "/profil/unvanlar/a%20b%2F%C9%99",
      "addresses": "/profil/unvanlar",
      "birthdays": "/profil/dogum-gunleri",
      "cart": "/sebet",
      "cartConfirm": "/sebet/tesdiqle",
      "category": "/kateqoriya/a%20b%2F%C9%99",
      "checkout": "/sebet/sifaris",
      "deskOrder": "/idare/sifarisler/a%20b%2F%C9%99",
      "deskOrders": "/idare/sifarisler",
      "deskRefunds": "/idare/geri-odenisler?veziyyet=a%20b%2F%C9%99",
      "devices": "/profil/cihazlar",
      "favourites": "/beyendiklerim",
      "help": "/profil/yardim",
      "home": "/",
      "influencerForm": "/profil/influencer/form",
      "list": "/siyahi/a%20b%2F%C9%99",
      "moderation": "/idare/reyler?veziyyet=a%20b%2F%C9%99",
      "myData": "/profil/melumatlarim",
      "myList": "/profil/influencer/lists/a%20b%2F%C9%99",
      "myLists": "/profil/influencer/lists",
      "myReviews": "/profil/reylerim",
      "newAddress": "/profil/unvanlar/yeni",
      "newBirthday": "/profil/dogum-gunleri?elave=1",
      "newest": "/yeni-mehsullar",
      "notifications": "/profil/bildirisler",
      "order": "/profil/sifaris-tarixcesi/a%20b%2F%C9%99",
      "orders": "/profil/sifaris-tarixcesi",
      "placedOrder": "/profil/sifaris-tarixcesi/a%20b%2F%C9%99?yeni=1",
      "popular": "/cox-satilanlar",
      "product": "/mehsullar/a%20b%2F%C9%99",
      "profileEmail": "/profil/epoct",
      "profileName": "/profil/ad",
      "profilePassword": "/profil/sifre",
      "receipt": "/profil/sifaris-tarixcesi/a%20b%2F%C9%99/qebz",
      "reviewsOf": "/mehsullar/a%20b%2F%C9%99#reyler",
      "sale": "/endirimler",
      "search": "/axtaris/a%20b%2F%C9%99",
      "signIn": "/giris?next=a%20b%2F%C9%99",
      "store": "/magazalar/a%20b%2F%C9%99",
      "stores": "/magazalar",
      "terms": "/gizlilik-sertleri",
      "writeReview": "/mehsullar/a%20b%2F%C9%99?rey=yaz",
    }
  `)
})
