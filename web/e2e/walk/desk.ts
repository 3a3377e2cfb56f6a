// The owner's steps in the back office. walk.ts puts them in order.

import { expect } from '@playwright/test'
import { BY_HAND, COLOURS, FLOWERS, IMPORTED_COUNT, priceList, STORE, SWEETS } from './goods'
import { t, type Walker } from './walker'

type Texts = { az: string; ru: string; en: string }

const inThreeLanguages = (name: string, texts: Texts) =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [`${name}.${language}`, text]))

export async function enterSeller(owner: Walker) {
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
  await owner.expectToast(t('adminSite.saved'))
}

export async function openStore(owner: Walker) {
  await owner.openArea(t('admin.areas.stores'))
  await owner.screenshot('05-stores-empty', { fullPage: false })
  await owner.press(owner.link(t('adminStores.new')).first())
  await owner.fillIn({ name: STORE.name, ...inThreeLanguages('about', STORE.about) })
  await owner.press(owner.button(t('adminStores.create')))
  await owner.expectToast(t('adminStores.saved', { name: STORE.name }))
  await expect(owner.main().getByText(t('adminStores.states.open'), { exact: true }).first()).toBeVisible()
  await owner.screenshot('06-store')
}

async function createCategory(owner: Walker, name: Texts) {
  await owner.openArea(t('admin.areas.categories'))
  await owner.press(owner.link(t('adminCategories.new')).first())
  await owner.fillIn(inThreeLanguages('name', name))
  await owner.press(owner.button(t('adminCategories.create')))
  await owner.expectToast(t('adminCategories.created', { name: name.en }))
}

/** The fields of a category are properties of its products, such as the colour. */
export async function createCategories(owner: Walker) {
  await owner.openArea(t('admin.areas.categories'))
  await owner.screenshot('07-categories-empty', { fullPage: false })
  await createCategory(owner, SWEETS)
  await createCategory(owner, FLOWERS)

  await owner.press(owner.button(t('adminCategories.addField')))
  await owner.fillIn({ ...inThreeLanguages('fields.0.name', { az: 'Rəng', ru: 'Цвет', en: 'Colour' }), 'fields.0.key': 'color' })
  for (const [index, { value, label }] of COLOURS.entries()) {
    if (index > 0) await owner.press(owner.button(t('adminCategories.addValue')))
    await owner.fillIn({ [`fields.0.values.${index}.value`]: value, ...inThreeLanguages(`fields.0.values.${index}.label`, label) })
  }

  await owner.press(owner.button(t('adminCategories.addField')))
  await owner.fillIn({ ...inThreeLanguages('fields.1.name', { az: 'Say', ru: 'Стебли', en: 'Stems' }), 'fields.1.key': 'stems' })
  await owner.choose('fields.1.type', t('adminCategories.type.range'))
  await owner.screenshot('08-category-fields')
  await owner.press(owner.button(t('adminCategories.save')))
  await owner.expectToast(t('adminCategories.saved', { name: FLOWERS.en }))

  await owner.openArea(t('admin.areas.categories'))
  await expect(owner.page.getByRole('treeitem')).toHaveCount(2)
}

export async function importProducts(owner: Walker) {
  await owner.openArea(t('admin.areas.products'))
  await owner.screenshot('09-products-empty', { fullPage: false })
  await owner.openArea(t('admin.areas.imports'))
  await owner.press(owner.link(t('adminImports.new')).first())
  await owner.screenshot('10-import', { fullPage: false })

  const file = { name: 'lale-evi.csv', mimeType: 'text/csv', buffer: Buffer.from(priceList()) }
  await owner.chooseFile(owner.main().locator('input[type=file]'), file)
  await expect(owner.heading()).toHaveText(t('adminImports.one'))
  await owner.choose(owner.main().getByRole('combobox', { name: t('adminImports.target.store'), exact: true }), STORE.name)
  await owner.screenshot('11-import-columns')

  await owner.press(owner.button(t('adminImports.check')))
  await expect(owner.button(t('adminImports.start', { count: IMPORTED_COUNT }))).toBeVisible()
  await owner.screenshot('12-import-check')
  await owner.press(owner.button(t('adminImports.start', { count: IMPORTED_COUNT })))
  await expect(owner.link(t('adminImports.toProducts'))).toBeVisible()
  await owner.screenshot('13-import-result')
  await owner.press(owner.link(t('adminImports.toProducts')))
  await expect(owner.main().getByRole('row'), 'the products, and the head of the table').toHaveCount(IMPORTED_COUNT + 1)
}

/** The import may have left the products as drafts. */
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

export async function enterProducts(owner: Walker) {
  for (const [index, { name, text, category, price, discounted, stock, picture }] of BY_HAND.entries()) {
    await owner.openArea(t('admin.areas.products'))
    await owner.press(owner.link(t('adminProducts.new')).first())
    await owner.fillIn({ ...inThreeLanguages('name', name), ...inThreeLanguages('description', text) })
    await owner.choose('storeId', STORE.name)
    await owner.choose('categoryId', category)
    if (category === FLOWERS.en) {
      await owner.check(owner.main().getByRole('checkbox', { name: 'Pink', exact: true }))
      await owner.type(owner.main().getByLabel(/^Stems/), '21')
    }
    await owner.fillIn({ price, ...(discounted && { discountedPrice: discounted }), initialStock: stock })
    await owner.chooseFile(owner.main().getByLabel(t('adminProducts.pictures.add')), picture)
    await expect(owner.main().getByRole('img', { name: t('adminProducts.pictures.alt', { n: 1 }) })).toBeVisible()
    if (index === 0) await owner.screenshot('14-product-form')
    await owner.press(owner.button(t('adminProducts.create')))
    await owner.expectToast(t('adminProducts.saved', { name: name.az }))
    await owner.press(owner.button(t('adminProducts.publish')))
    await expect(owner.main().getByText(t('adminProducts.state.published'), { exact: true }).first()).toBeVisible()
    if (index === 0) await owner.screenshot('15-product-on-sale')
  }
  await owner.openArea(t('admin.areas.products'))
  await expect(
    owner
      .main()
      .getByRole('row')
      .filter({ hasText: t('adminProducts.state.published') }),
  ).toHaveCount(IMPORTED_COUNT + BY_HAND.length)
  await owner.screenshot('16-products')
}

/** The fee is 4 ₼, free from 100 ₼, and the evening has no surcharge. */
export async function setDelivery(owner: Walker) {
  await owner.openArea(t('admin.areas.zones'))
  await owner.screenshot('17-zones', { fullPage: false })
  await owner.press(owner.main().getByRole('link', { name: t('adminZones.editOf', { name: 'Baku' }), exact: true }))
  await owner.fillIn({ fee: '4', freeFrom: '100', 'windows.5.surcharge': '0' })
  await owner.press(owner.button(t('adminZones.save')))
  await owner.expectToast(t('adminZones.saved', { name: 'Baku' }))

  // Another part of the page has a field for the city, too.
  const preview = owner.main().getByRole('region', { name: t('adminZones.preview.title') })
  await owner.choose(preview.getByRole('combobox', { name: t('adminZones.preview.city') }), 'Baku')
  await expect(preview.getByRole('status')).toContainText('4.00')
  await owner.screenshot('18-zone')
}

/** “Xoş gəldin” means “welcome”. */
export const PROMO = 'XOSGELDIN'

/** The code takes ten per cent off orders from 30 ₼, once per customer. */
export async function createPromo(owner: Walker) {
  await owner.openArea(t('admin.areas.promos'))
  await owner.press(owner.link(t('campaigns.promos.new')).first())
  await owner.fillIn({ code: PROMO, value: '10', minimum: '30', userLimit: '1' })
  await owner.press(owner.button(t('campaigns.promos.save')))
  await owner.expectToast(t('campaigns.promos.saved', { code: PROMO }))
  await expect(owner.main().getByText(t('campaigns.promos.status.active'), { exact: true }).first()).toBeVisible()
  await owner.screenshot('19-promo')
}

export const SHELF = { az: 'Güllərimiz', ru: 'Наши цветы', en: 'Our flowers' }
/** The form name of a new section: the home page of a new shop has nine, counted from 0. */
const NEW_SECTION = 'sections.9'

/** Adds a row of flowers to the home page. */
export async function arrangeHome(owner: Walker) {
  await owner.openArea(t('admin.areas.homePage'))
  await owner.press(owner.button(t('adminHome.add')))
  await owner.press(owner.button(t('adminHome.addOf', { kind: t('adminHome.kind.shelf') })))
  await owner.fillIn(inThreeLanguages(`${NEW_SECTION}.title`, SHELF))
  await owner.choose(`${NEW_SECTION}.source`, t('adminHome.source.category'))
  await owner.choose(`${NEW_SECTION}.category`, FLOWERS.en)
  await owner.screenshot('20-home-page')
  await owner.press(owner.button(t('adminHome.publish')))
  await owner.expectToast(t('adminHome.published', { version: 1 }))
}

export const TITLE = 'Lalə Evi: flowers and sweets in Baku'

export async function writeSeo(owner: Walker) {
  await owner.openArea(t('admin.areas.seo'))
  await owner.press(owner.main().getByRole('link', { name: new RegExp(`^English ?: ${t('adminSite.seo.name.home-page')}$`) }))
  await owner.fillIn({ title: TITLE, description: 'Fresh flowers and handmade sweets, delivered in Baku within two hours.' })
  await owner.press(owner.button(t('adminSite.save')))
  await owner.expectToast(t('adminSite.saved'))
  await owner.screenshot('20-seo')
}
