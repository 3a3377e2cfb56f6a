// In the mock, code SOVQAT10 has id 1, takes 10 % off and was used seven times.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { money } from '~shared/i18n/format'
import { adminPaths } from '~admin/paths'
import { Component as Editor } from '~admin/routes/promo-editor'
import { Component as List } from '~admin/routes/promo-list'
import { useToasts } from '~shared/ui/toast-store'
import { violationsOf } from '~mock/accessibility'
import { products } from '~mock/catalogue'
import { enter, fieldLabelled, pressButton } from '~mock/forms'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { promosState, storePromo, promoOf } from '~mock/promos-state'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'

const user = userEvent.setup({ delay: null })
const openList = (filter?: Parameters<typeof adminPaths.promos>[0]) =>
  openAt(adminPaths.promos(filter), { path: '/idare/promokodlar', Component: List })
const openNew = () => openAt(adminPaths.newPromo(), { path: '/idare/promokodlar/yeni', Component: Editor })
const openOne = (id: string) => openAt(adminPaths.promo(id), { path: '/idare/promokodlar/:id', Component: Editor })
const field = (name: string) => fieldLabelled(new RegExp(`^${name}( |$)`))
const label = (name: string) => t(`campaigns.promos.label.${name}` as 'campaigns.promos.label.code')
const kind = (name: 'fixed' | 'percent' | 'free_delivery') => fieldLabelled(new RegExp(`^${t(`campaigns.promos.kind.${name}`)}$`))
/** Chooses free delivery, which has no value, and then a percentage, which has one and a maximum. */
async function chooseKinds() {
  fireEvent.click(await kind('free_delivery'))
  await waitFor(() => expect(screen.queryByLabelText(new RegExp(`^${label('value')}( |$)`))).toBeNull())
  fireEvent.click(await kind('percent'))
  await field(label('value'))
  await field(label('atMost'))
}
const headings = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const row = async (code: string) => within((await screen.findByRole('heading', { level: 2, name: code })).closest('li') as HTMLElement)
const withPlainSpaces = (text: string) => text.replaceAll('\u00a0', ' ')
const lastToast = () => useToasts.getState().toasts.at(-1)?.text

/** Products of the mock: one without sizes and with more than five units, and one with sizes. */
const plain = products.find(({ sizes, stock }) => !sizes?.length && stock > 5)
const sized = products.find(({ sizes }) => sizes?.length)
if (!plain || !sized) throw new Error('the mock needs a product with sizes and one without')

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it('the page is shown only to staff with the permission', async () => {
  signInStaff({ roles: ['courier'], permissions: [] })
  openList()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

describe('the list', () => {
  it('offers a new code only to staff who may create one', async () => {
    signInStaff({ roles: ['store_staff@1'], permissions: ['promotions_read'] })
    openList()
    await row('SOVQAT10')
    expect(screen.queryByRole('link', { name: t('campaigns.promos.new') })).toBeNull()
  })

  it('shows each code with its status and number of uses', async () => {
    const { container } = openList()
    await waitFor(() => expect(headings()).toEqual(['SABAH27', 'PULSUZYOL', 'HAMISI5', 'SOVQAT10']))
    const sovqat = await row('SOVQAT10')
    sovqat.getByText(t('campaigns.promos.status.active'))
    sovqat.getByText(withPlainSpaces(t('campaigns.promos.gift.capped', { percent: 10, price: money(2000) })))
    sovqat.getByText(t('campaigns.promos.used', { count: 7 }))
    ;(await row('HAMISI5')).getByText(t('campaigns.promos.usedOf', { count: 3, limit: 3 }))
    ;(await row('PULSUZYOL')).getByText(t('campaigns.promos.status.ended'))
    expect((await row('PULSUZYOL')).queryByRole('button')).toBeNull()
    expect(await violationsOf(container)).toEqual([])
  })

  it('is filtered by status and code prefix', async () => {
    const { address } = openList({ status: 'scheduled' })
    await waitFor(() => expect(headings()).toEqual(['SABAH27']))
    await user.type(screen.getByLabelText(label('code')), 'hami{Enter}')
    await screen.findByRole('heading', { name: t('campaigns.promos.empty') })
    expect(address()).toBe(adminPaths.promos({ status: 'scheduled', code: 'hami' }))
    await pressButton(t('common.search.clear'))
    await waitFor(() => expect(headings()).toEqual(['SABAH27']))
    expect(address()).toBe(adminPaths.promos({ status: 'scheduled' }))
    await user.type(screen.getByLabelText(label('code')), 'hami{Enter}')
    await screen.findByRole('heading', { name: t('campaigns.promos.empty') })
    await user.click(screen.getByRole('link', { name: t('campaigns.promos.all') }))
    await waitFor(() => expect(headings()).toEqual(['HAMISI5']))
  })

  it('pauses and resumes a code', async () => {
    openList()
    await pressButton(t('campaigns.promos.pauseOf', { code: 'SOVQAT10' }))
    await (await row('SOVQAT10')).findByText(t('campaigns.promos.status.paused'))
    expect(lastToast()).toBe(t('campaigns.promos.paused', { code: 'SOVQAT10' }))
    expect(promoOf(1)).toMatchObject({ isPaused: true })
    await pressButton(t('campaigns.promos.resumeOf', { code: 'SOVQAT10' }))
    await waitFor(() => expect(promoOf(1)).toMatchObject({ isPaused: false, status: 'active' }))
  })

  it('offers a retry when loading fails', async () => {
    server.use(http.get(`${BASE}/admin/promos`, () => problem(403, 'forbidden', 'İcazəniz yoxdur')))
    openList()
    const retryButton = await screen.findByRole('button', { name: t('common.retry') })
    server.resetHandlers()
    await user.click(retryButton)
    await screen.findByRole('heading', { level: 2, name: 'SOVQAT10' })
  })
})

describe('a new code', () => {
  it('shows missing fields and is created once it is complete', async () => {
    const { address } = openNew()
    await field(label('code'))
    await pressButton(t('campaigns.promos.save'))
    expect(await screen.findByRole('alert')).toHaveFocus()
    expect(await field(label('code'))).toHaveAccessibleDescription(t('errors.fields.required'))
    enter(await field(label('code')), 'Bahar-27')
    await chooseKinds()
    fireEvent.click(await field(label('isForReduced')))
    fireEvent.click(await kind('fixed'))
    enter(await field(label('value')), '12,50')
    enter(await field(label('totalLimit')), '100')
    enter(await field(label('startsAt')), '2027-03-01T00:00')
    fireEvent.click(await fieldLabelled(/^Gül evi$/))
    await pressButton(t('campaigns.promos.save'))
    // The mock had four codes.
    await waitFor(() => expect(address()).toBe(adminPaths.promo('5')))
    expect(promosState.promos[0]).toMatchObject({
      code: 'Bahar-27',
      kind: 'fixed',
      value: 1250,
      minimum: 0,
      isForReduced: false,
      totalLimit: 100,
      // Midnight in Baku.
      startsAt: '2027-02-28T20:00:00.000Z',
      categoryIds: [],
      storeIds: [1],
    })
  })

  it('shows beside the field that the code exists already', async () => {
    openNew()
    enter(await field(label('code')), 'sovqat10')
    enter(await field(label('value')), '5')
    await pressButton(t('campaigns.promos.save'))
    await waitFor(async () => expect(await field(label('code'))).toHaveAccessibleDescription(t('errors.fields.code_duplicate')))
  })
})

describe('an existing code', () => {
  it('has fixed fields once orders have used it, and saves the others', async () => {
    openOne('1')
    await screen.findByText(/SOVQAT10 \(/)
    expect(screen.queryByRole('radio', { name: t('campaigns.promos.kind.fixed') })).toBeNull()
    // The first limit is less than the seven uses. The second is 50.
    enter(await field(label('totalLimit')), '5')
    await pressButton(t('campaigns.promos.save'))
    await waitFor(async () => expect(await field(label('totalLimit'))).toHaveAccessibleDescription(t('errors.fields.below_used')))
    enter(await field(label('totalLimit')), '50')
    await pressButton(t('campaigns.promos.save'))
    await waitFor(() => expect(promoOf(1)).toMatchObject({ totalLimit: 50, version: 2, code: 'SOVQAT10', value: 10 }))
  })

  it('changes its kind, goods and stores while no order has used it', async () => {
    const { address } = openOne('4')
    await chooseKinds()
    fireEvent.click(await kind('fixed'))
    enter(await field(label('value')), '8')
    fireEvent.click(await field(label('isForReduced')))
    fireEvent.click(await fieldLabelled(/^Gül evi$/))
    await pressButton(t('campaigns.promos.save'))
    await waitFor(() => expect(address()).toBe(adminPaths.promos()))
    expect(promoOf(4)).toMatchObject({ kind: 'fixed', value: 800, isForReduced: false, storeIds: [1] })
  })

  it('does not overwrite the change of another operator', async () => {
    openOne('4')
    enter(await field(label('userLimit')), '1')
    storePromo(4, { totalLimit: 7 })
    await pressButton(t('campaigns.promos.save'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Siz yazarkən başqası bu promokodu dəyişib.')
    expect(promoOf(4)).toMatchObject({ totalLimit: 7 })
    expect(promoOf(4)).not.toHaveProperty('userLimit')
  })

  it('shows who changed what', async () => {
    openOne('1')
    const changes = within((await screen.findByRole('heading', { name: t('campaigns.promos.history') })).closest('section') as HTMLElement)
    changes.getByText(`${label('minimum')}, ${label('totalLimit')}`)
    expect(changes.getAllByText(/9/)).toHaveLength(2)
  })

  it('links to the list when the code does not exist', async () => {
    openOne('404')
    await screen.findByRole('heading', { name: t('errors.promo_not_found.title') })
    screen.getByRole('link', { name: t('campaigns.promos.back') })
  })
})

describe('a trial', () => {
  const addProduct = async () => {
    enter(await field(t('campaigns.promos.try.cart')), plain.name.az)
    await pressButton(t('campaigns.promos.try.addOf', { name: plain.name.az }))
  }

  it('reports an empty cart', async () => {
    openOne('1')
    await field(t('campaigns.promos.try.cart'))
    await pressButton(t('campaigns.promos.try.submit'))
    await waitFor(async () => expect(await field(t('campaigns.promos.try.cart'))).toHaveAccessibleDescription(t('errors.fields.required')))
  })

  it('shows the discount of each line', async () => {
    openOne('1')
    await addProduct()
    const name = plain.name.az
    await pressButton(t('campaigns.promos.try.more', { name }))
    await pressButton(t('campaigns.promos.try.less', { name }))
    await pressButton(t('campaigns.promos.try.remove', { name }))
    expect(screen.queryByRole('list', { name: t('campaigns.promos.try.inCart') })).toBeNull()
    await addProduct()
    await pressButton(t('campaigns.promos.try.more', { name }))
    await pressButton(t('campaigns.promos.try.submit'))
    // The discount is 10 % of two units.
    const discount = Math.round(((plain.discounted ?? plain.price) * 2 * 10) / 100)
    await screen.findByText(withPlainSpaces(t('campaigns.promos.try.takes', { code: 'SOVQAT10', price: money(discount) })))
    // The discount is shown beside the line, and in the sums.
    expect(screen.getAllByText(withPlainSpaces(money(-discount)))).toHaveLength(2)
    expect(promosState.tried).toEqual({ lines: [{ productId: plain.id, count: 2 }] })
  })

  it('sends the pasted cart, shopper and time', async () => {
    openOne('1')
    await user.click(await screen.findByText(t('campaigns.promos.try.paste')))
    enter(await field(t('campaigns.promos.try.list')), `/mehsullar/${plain.slug} x 3\n${sized.id}\nyoxdur-bele-mehsul 1`)
    await pressButton(t('campaigns.promos.try.add'))
    await screen.findByText(t('campaigns.promos.try.unknown', { lines: 'yoxdur-bele-mehsul' }))
    const size = (await screen.findByLabelText(t('campaigns.promos.try.size', { name: sized.name.az }))) as HTMLSelectElement
    enter(size, size.options[1]?.value ?? '')
    enter(await field(t('campaigns.promos.try.orderCode')), 'sq-7k4m-29')
    enter(await field(t('campaigns.promos.try.at')), '2027-03-01T00:00')
    await pressButton(t('campaigns.promos.try.submit'))
    await waitFor(() =>
      expect(promosState.tried).toEqual({
        lines: [
          { productId: plain.id, count: 3 },
          { productId: sized.id, count: 1, sizeId: expect.any(Number) },
        ],
        orderCode: 'sq-7k4m-29',
        at: '2027-02-28T20:00:00.000Z',
      }),
    )
  })

  it('explains a paused code with the text that shoppers read', async () => {
    storePromo(1, { isPaused: true, status: 'paused' })
    openOne('1')
    await addProduct()
    await pressButton(t('campaigns.promos.try.submit'))
    await screen.findByText(t('cart.promo.reason.paused'))
  })

  it('shows beside the field that the order does not exist', async () => {
    openOne('1')
    await addProduct()
    enter(await field(t('campaigns.promos.try.orderCode')), 'SQ-0000-00')
    await pressButton(t('campaigns.promos.try.submit'))
    await waitFor(async () =>
      expect(await field(t('campaigns.promos.try.orderCode'))).toHaveAccessibleDescription(t('errors.fields.order_not_found')),
    )
  })
})
