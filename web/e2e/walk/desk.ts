// Provides the actions of the owner in the back office, by area. walk.ts puts them in order.

import { expect } from '@playwright/test'
import { BY_HAND, COLOURS, FLOWERS, IMPORTED_COUNT, priceList, STORE, SWEETS } from './goods'
import { t, type Walker } from './walker'

/** A text in the three languages of the shop. */
type Texts = { az: string; ru: string; en: string }

/** Returns the values of a field that has one input for each language, by the names of the inputs: `name.az`, `name.ru`, `name.en`. */
const inThreeLanguages = (name: string, texts: Texts) =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [`${name}.${language}`, text]))

/** Enters the company that sells, with its tax number and address. */
export async function sayWhoSells(owner: Walker) {
  await owner.openArea(t('admin.areas.settings'))
  await owner.press(owner.link(t('adminSite.seller.room')))
  await owner.fillIn({
    company: '“Lalə Evi” MMC',
    taxNumber: '1234567891',
    address_az: 'Bakı, Nizami küçəsi 10',
    address_ru: 'Баку, улица Низами, 10',
    address_en: '10 Nizami Street, Baku',
  })
  await owner.press(owner.button(t('adminSite.save')))
  await owner.seeMessage(t('adminSite.saved'))
}

/** Creates the store whose products the shop sells. */
export async function openStore(owner: Walker) {
  await owner.openArea(t('admin.areas.stores'))
  await owner.picture('05-stores-empty', { whole: false })
  await owner.press(owner.link(t('adminStores.new')).first())
  await owner.fillIn({ name: STORE.name, ...inThreeLanguages('about', STORE.about) })
  await owner.press(owner.button(t('adminStores.create')))
  await owner.seeMessage(t('adminStores.saved', { name: STORE.name }))
  await expect(owner.main().getByText(t('adminStores.states.open'), { exact: true }).first()).toBeVisible()
  await owner.picture('06-store')
}

/** Creates a top category without fields. A field is a property of its products, such as the colour. */
async function createCategory(owner: Walker, name: Texts) {
  await owner.openArea(t('admin.areas.categories'))
  await owner.press(owner.link(t('adminCategories.new')).first())
  await owner.fillIn(inThreeLanguages('name', name))
  await owner.press(owner.button(t('adminCategories.create')))
  await owner.seeMessage(t('adminCategories.created', { name: name.en }))
}

/** Creates two categories. Flowers have a colour to choose from, and a number of stems. */
export async function createCategories(owner: Walker) {
  await owner.openArea(t('admin.areas.categories'))
  await owner.picture('07-categories-empty', { whole: false })
  await createCategory(owner, SWEETS)
  await createCategory(owner, FLOWERS)

  // The first field is the colour, a choice between values.
  await owner.press(owner.button(t('adminCategories.addField')))
  await owner.fillIn({ ...inThreeLanguages('fields.0.name', { az: 'Rəng', ru: 'Цвет', en: 'Colour' }), 'fields.0.key': 'color' })
  for (const [index, { value, label }] of COLOURS.entries()) {
    if (index > 0) await owner.press(owner.button(t('adminCategories.addValue')))
    await owner.fillIn({ [`fields.0.values.${index}.value`]: value, ...inThreeLanguages(`fields.0.values.${index}.label`, label) })
  }

  // The second field is the number of stems, which lists filter by a range.
  await owner.press(owner.button(t('adminCategories.addField')))
  await owner.fillIn({ ...inThreeLanguages('fields.1.name', { az: 'Say', ru: 'Стебли', en: 'Stems' }), 'fields.1.key': 'stems' })
  await owner.choose('fields.1.type', t('adminCategories.type.range'))
  await owner.picture('08-category-fields')
  await owner.press(owner.button(t('adminCategories.save')))
  await owner.seeMessage(t('adminCategories.saved', { name: FLOWERS.en }))

  await owner.openArea(t('admin.areas.categories'))
  await expect(owner.page.getByRole('treeitem')).toHaveCount(2)
}

/** Imports the products of the price list from a file. */
export async function importProducts(owner: Walker) {
  await owner.openArea(t('admin.areas.products'))
  await owner.picture('09-products-empty', { whole: false })
  await owner.openArea(t('admin.areas.imports'))
  await owner.press(owner.link(t('adminImports.new')).first())
  await owner.picture('10-import', { whole: false })

  const file = { name: 'lale-evi.csv', mimeType: 'text/csv', buffer: Buffer.from(priceList()) }
  await owner.chooseFile(owner.main().locator('input[type=file]'), file)
  await expect(owner.heading()).toHaveText(t('adminImports.one'))
  await owner.choose(owner.main().getByRole('combobox', { name: t('adminImports.target.store'), exact: true }), STORE.name)
  await owner.picture('11-import-columns')

  await owner.press(owner.button(t('adminImports.check')))
  await expect(owner.button(t('adminImports.start', { count: IMPORTED_COUNT }))).toBeVisible()
  await owner.picture('12-import-check')
  await owner.press(owner.button(t('adminImports.start', { count: IMPORTED_COUNT })))
  await expect(owner.link(t('adminImports.toProducts'))).toBeVisible()
  await owner.picture('13-import-result')
  await owner.press(owner.link(t('adminImports.toProducts')))
  await expect(owner.main().getByRole('row'), 'the products, and the head of the table').toHaveCount(IMPORTED_COUNT + 1)
}

/** Puts all imported products on sale with one action, if the import has left them as drafts. */
export async function publishImported(owner: Walker) {
  const onSale = owner
    .main()
    .getByRole('row')
    .filter({ hasText: t('adminProducts.state.published') })
  if ((await onSale.count()) < IMPORTED_COUNT) {
    await owner.press(owner.button(t('adminProducts.bulk.list')))
    await owner.choose(owner.main().getByRole('combobox', { name: t('adminProducts.bulk.kind') }), t('adminProducts.bulk.kinds.state'))
    await owner.choose(
      owner.main().getByRole('combobox', { name: t('adminProducts.bulk.value.state') }),
      t('adminProducts.state.published'),
    )
    await owner.press(owner.button(t('adminProducts.bulk.preview')))
    await owner.press(owner.button(t('adminProducts.bulk.apply', { count: IMPORTED_COUNT })))
    await expect(owner.main().getByText(t('adminProducts.bulk.changed', { count: IMPORTED_COUNT }))).toBeVisible()
    await owner.openArea(t('admin.areas.products'))
  }
  await expect(onSale).toHaveCount(IMPORTED_COUNT)
}

/** Enters the products of `BY_HAND` with pictures, and puts them on sale. */
export async function enterProducts(owner: Walker) {
  for (const [index, { name, text, category, price, reduced, stock, picture }] of BY_HAND.entries()) {
    await owner.openArea(t('admin.areas.products'))
    await owner.press(owner.link(t('adminProducts.new')).first())
    await owner.fillIn({ ...inThreeLanguages('name', name), ...inThreeLanguages('description', text) })
    await owner.choose('storeId', STORE.name)
    await owner.choose('categoryId', category)
    if (category === FLOWERS.en) {
      await owner.check(owner.main().getByRole('checkbox', { name: 'Pink', exact: true }))
      await owner.type(owner.main().getByLabel(/^Stems/), '21')
    }
    await owner.fillIn({ price, ...(reduced && { discountedPrice: reduced }), initialStock: stock })
    await owner.chooseFile(owner.main().getByLabel(t('adminProducts.pictures.add')), picture)
    await expect(owner.main().getByRole('img', { name: t('adminProducts.pictures.alt', { n: 1 }) })).toBeVisible()
    if (index === 0) await owner.picture('14-product-form')
    await owner.press(owner.button(t('adminProducts.create')))
    await owner.seeMessage(t('adminProducts.saved', { name: name.az }))
    await owner.press(owner.button(t('adminProducts.publish')))
    await expect(owner.main().getByText(t('adminProducts.state.published'), { exact: true }).first()).toBeVisible()
    if (index === 0) await owner.picture('15-product-on-sale')
  }
  await owner.openArea(t('admin.areas.products'))
  await expect(
    owner
      .main()
      .getByRole('row')
      .filter({ hasText: t('adminProducts.state.published') }),
  ).toHaveCount(IMPORTED_COUNT + BY_HAND.length)
  await owner.picture('16-products')
}

/** Sets the fee for deliveries in Baku to 4 ₼, free for orders from 100 ₼, and removes the surcharge of deliveries in the evening. */
export async function setDelivery(owner: Walker) {
  await owner.openArea(t('admin.areas.zones'))
  await owner.picture('17-zones', { whole: false })
  await owner.press(owner.main().getByRole('link', { name: t('adminZones.editOf', { name: 'Baku' }), exact: true }))
  await owner.fillIn({ fee: '4', freeFrom: '100', 'windows.5.surcharge': '0' })
  await owner.press(owner.button(t('adminZones.save')))
  await owner.seeMessage(t('adminZones.saved', { name: 'Baku' }))

  // The preview shows what a delivery would cost. Another part of the page has a field for the city, too, so the test looks in the preview.
  const preview = owner.main().getByRole('region', { name: t('adminZones.preview.title') })
  await owner.choose(preview.getByRole('combobox', { name: t('adminZones.preview.city') }), 'Baku')
  await expect(preview.getByRole('status')).toContainText('4.00')
  await owner.picture('18-zone')
}

/** The promo code. “Xoş gəldin” means “welcome”. */
export const PROMO = 'XOSGELDIN'

/** Creates a promo code for ten per cent off orders from 30 ₼, which each customer can use once. */
export async function createPromo(owner: Walker) {
  await owner.openArea(t('admin.areas.promos'))
  await owner.press(owner.link(t('campaigns.promos.new')).first())
  await owner.fillIn({ code: PROMO, value: '10', minimum: '30', userLimit: '1' })
  await owner.press(owner.button(t('campaigns.promos.save')))
  await owner.seeMessage(t('campaigns.promos.saved', { code: PROMO }))
  await expect(owner.main().getByText(t('campaigns.promos.status.active'), { exact: true }).first()).toBeVisible()
  await owner.picture('19-promo')
}

/** The title of the home page for search engines, in English. */
export const TITLE = 'Lalə Evi: flowers and sweets in Baku'

/** Writes the title and the description of the home page for search engines. */
export async function writeSeo(owner: Walker) {
  await owner.openArea(t('admin.areas.seo'))
  await owner.press(owner.main().getByRole('link', { name: new RegExp(`^English ?: ${t('adminSite.seo.name.home-page')}$`) }))
  await owner.fillIn({ title: TITLE, description: 'Fresh flowers and handmade sweets, delivered in Baku within two hours.' })
  await owner.press(owner.button(t('adminSite.save')))
  await owner.seeMessage(t('adminSite.saved'))
  await owner.picture('20-seo')
}
