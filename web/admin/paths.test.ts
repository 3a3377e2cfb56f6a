// Lists every URL of the shop and of the back office, so that an accidental change of an address fails a test.
import { expect, it } from 'vitest'
import { paths } from '~shared/lib/paths'
import { adminPaths, orderFilter } from './paths'

/** Calls each path function with a value whose characters must be encoded. */
const buildAll = (functions: Record<string, (value: never) => string>) =>
  Object.fromEntries(Object.entries(functions).map(([name, path]) => [name, path('a b/ə' as never)]))

it('builds every address of the shop', () => {
  expect(buildAll(paths)).toMatchInlineSnapshot(`
    {
      "account": "/profil",
      "address": "/profil/unvanlar/a%20b%2F%C9%99",
      "addresses": "/profil/unvanlar",
      "admin": "/idare",
      "birthdays": "/profil/dogum-gunleri",
      "bonuses": "/bonuslar",
      "campaign": "/kampaniya/a%20b%2F%C9%99",
      "cart": "/sebet",
      "cartConfirm": "/sebet/tesdiqle",
      "category": "/kateqoriya/a%20b%2F%C9%99",
      "checkout": "/sebet/sifaris",
      "contact": "/elaqe",
      "delivery": "/catdirilma",
      "devices": "/profil/cihazlar",
      "faq": "/faq#a b/ə",
      "favourites": "/beyendiklerim",
      "guide": "/komek",
      "help": "/profil/yardim",
      "home": "/",
      "influencerForm": "/profil/influencer/form",
      "invitation": "/devet/a%20b%2F%C9%99",
      "list": "/siyahi/a%20b%2F%C9%99",
      "myBonuses": "/profil/bonuslar",
      "myData": "/profil/melumatlarim",
      "myEarnings": "/profil/influencer/qazanc",
      "myList": "/profil/influencer/lists/a%20b%2F%C9%99",
      "myLists": "/profil/influencer/lists",
      "myReviews": "/profil/reylerim",
      "newAddress": "/profil/unvanlar/yeni",
      "newBirthday": "/profil/dogum-gunleri?elave=1",
      "newest": "/yeni-mehsullar",
      "notifications": "/profil/bildirisler",
      "order": "/profil/sifaris-tarixcesi/a%20b%2F%C9%99",
      "orders": "/profil/sifaris-tarixcesi",
      "payment": "/odenis",
      "placedOrder": "/profil/sifaris-tarixcesi/a%20b%2F%C9%99?yeni=1",
      "popular": "/cox-satilanlar",
      "preferences": "/profil/bildirisler/ayarlar",
      "privacy": "/gizlilik-sertleri",
      "product": "/mehsullar/a%20b%2F%C9%99",
      "profileEmail": "/profil/epoct",
      "profileName": "/profil/ad",
      "profilePassword": "/profil/sifre",
      "profilePhone": "/profil/telefon",
      "receipt": "/profil/sifaris-tarixcesi/a%20b%2F%C9%99/qebz",
      "reviewsOf": "/mehsullar/a%20b%2F%C9%99#reyler",
      "sale": "/endirimler",
      "search": "/axtaris/a%20b%2F%C9%99",
      "security": "/profil/tehlukesizlik",
      "signIn": "/giris?next=a%20b%2F%C9%99",
      "store": "/magazalar/a%20b%2F%C9%99",
      "stores": "/magazalar",
      "subscriptions": "/profil/abunelikler",
      "terms": "/sertler",
      "writeReview": "/mehsullar/a%20b%2F%C9%99?rey=yaz",
    }
  `)
})

it('builds every address of the back office', () => {
  expect(buildAll(adminPaths)).toMatchInlineSnapshot(`
    {
      "account": "/idare/hesabim",
      "audit": "/idare/jurnal",
      "auditor": "/idare/auditor?veziyyet=a%20b%2F%C9%99",
      "campaign": "/idare/kampaniyalar/a%20b%2F%C9%99",
      "campaigns": "/idare/kampaniyalar?veziyyet=a%20b%2F%C9%99",
      "cashouts": "/idare/cixarislar?veziyyet=a%20b%2F%C9%99",
      "categories": "/idare/kateqoriyalar?sec=a%20b%2F%C9%99",
      "category": "/idare/kateqoriyalar/a%20b%2F%C9%99",
      "courierSheet": "/idare/sifarisler/a%20b%2F%C9%99/kuryer",
      "customer": "/idare/musteriler/a%20b%2F%C9%99",
      "customers": "/idare/musteriler",
      "deliveries": "/idare/catdirilmalar?gun=a%20b%2F%C9%99",
      "home": "/idare",
      "homePage": "/idare/ana-sehife",
      "import": "/idare/idxallar/a%20b%2F%C9%99",
      "imports": "/idare/idxallar",
      "newCampaign": "/idare/kampaniyalar/yeni",
      "newCategory": "/idare/kateqoriyalar/yeni?ust=a%20b%2F%C9%99",
      "newImport": "/idare/idxallar/yeni",
      "newOrder": "/idare/sifarisler/yeni",
      "newProduct": "/idare/mehsullar/yeni",
      "newPromo": "/idare/promokodlar/yeni",
      "newStore": "/idare/magazalar/yeni",
      "newZone": "/idare/zonalar/yeni",
      "order": "/idare/sifarisler/a%20b%2F%C9%99",
      "orders": "/idare/sifarisler",
      "product": "/idare/mehsullar/a%20b%2F%C9%99",
      "products": "/idare/mehsullar",
      "promo": "/idare/promokodlar/a%20b%2F%C9%99",
      "promos": "/idare/promokodlar",
      "redirects": "/idare/yonlendirmeler?axtaris=a%20b%2F%C9%99",
      "refunds": "/idare/geri-odenisler?veziyyet=a%20b%2F%C9%99",
      "reviews": "/idare/reyler?veziyyet=a%20b%2F%C9%99",
      "robots": "/idare/robots",
      "rules": "/idare/sertler",
      "searchRules": "/idare/axtaris-qaydalari",
      "searches": "/idare/axtarislar",
      "seller": "/idare/ofis",
      "seo": "/idare/seo",
      "seoText": "/idare/seo/a%20b%2F%C9%99",
      "settings": "/idare/ayarlar",
      "signIn": "/idare/giris?next=a%20b%2F%C9%99",
      "staff": "/idare/emekdaslar",
      "store": "/idare/magazalar/a%20b%2F%C9%99",
      "stores": "/idare/magazalar",
      "system": "/idare/sistem?xidmet=a%20b%2F%C9%99",
      "text": "/idare/sehifeler/a%20b%2F%C9%99",
      "texts": "/idare/sehifeler",
      "tickets": "/idare/muracietler?veziyyet=a%20b%2F%C9%99",
      "wholesale": "/idare/topdan",
      "wholesaleRequest": "/idare/topdan/a%20b%2F%C9%99",
      "zone": "/idare/zonalar/a%20b%2F%C9%99",
      "zones": "/idare/zonalar",
    }
  `)
})

it('the filter of orders is written to the address and read from it', () => {
  const delivery = { deliverOn: '2026-12-31', window: 'baku-2026-12-31-18' }
  const filter = { status: 'waiting', text: '+994 50', storeId: '3', since: '2026-12-01', ...delivery }
  const path = adminPaths.orders(filter)
  expect(path).toBe(
    '/idare/sifarisler?veziyyet=waiting&axtaris=%2B994%2050&magaza=3&baslangic=2026-12-01&gun=2026-12-31&pencere=baku-2026-12-31-18',
  )
  expect(orderFilter(new URL(path, 'http://shop.test').searchParams)).toEqual({ ...filter, payment: undefined, until: undefined })
})
