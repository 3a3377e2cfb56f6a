import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Rules } from '~admin/routes/search-rules'
import { products } from '~mock/catalogue'
import { openAt, t } from '~mock/in-shop'
import { searchRules } from '~mock/search-rules-state'
import { signInStaff } from '~mock/staff-sign-in'
import { useToasts } from '~shared/ui/toast-store'
import { Toaster } from '~shared/ui/toaster'

const user = userEvent.setup({ delay: null })
const Page = () => (
  <>
    <Rules />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = (filter: { text?: string; newText?: string } = {}) =>
  openAt(adminPaths.searchRules(filter), { path: '/idare/axtaris-qaydalari', Component: Page })
const row = async (text: string) =>
  within((await screen.findByRole('heading', { level: 2, name: new RegExp(`^${text}`) })).closest('li') as HTMLElement)
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const act = (name: 'change' | 'remove', text: string) => t('admin.searchRules.of', { act: t(`admin.searchRules.${name}`), text })
const field = (name: 'when' | 'instead') => screen.findByLabelText(new RegExp(`^${t(`admin.searchRules.${name}`)}`))
const ruleOf = (text: string) => searchRules.rules.find((rule) => rule.text === text)

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it('shows what a rule searches for instead, and its products', async () => {
  open()
  ;(await row('gül dəstəsi')).getByText('buket')
  const tray = await row('xonça')
  expect(tray.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    products[0]?.name.az,
    `${products[1]?.name.az} · ${t('admin.searchRules.notForSale')}`,
  ])
})

it('shows no buttons that change rules to a role that may only read them', async () => {
  signInStaff({ roles: ['marketing'], permissions: ['searches_read'] })
  open()
  await row('xonça')
  expect(screen.queryByRole('button', { name: t('admin.searchRules.new') })).toBeNull()
  expect(screen.queryByRole('button', { name: act('change', 'xonça') })).toBeNull()
})

it('opens the form with the text of a search that found nothing, and saves the rule with a product', async () => {
  const { address } = open({ newText: 'robot tozsoran' })
  expect(await field('when')).toHaveValue('robot tozsoran')
  await waitFor(async () => expect(await field('instead')).toHaveFocus())
  await press(t('admin.searchRules.save'))
  await waitFor(async () => expect(await field('instead')).toHaveAccessibleDescription(new RegExp(t('errors.fields.required'))))

  const name = products[2]?.name.az ?? ''
  await user.type(screen.getByRole('searchbox', { name: t('admin.searchRules.first') }), name)
  await user.click((await screen.findAllByRole('button', { name: t('admin.searchRules.addProduct', { name }) }))[0] as HTMLElement)
  await press(t('admin.searchRules.save'))
  await screen.findByText(t('admin.searchRules.saved', { text: 'robot tozsoran' }))
  expect(ruleOf('robot tozsoran')?.firstProducts.map(({ id }) => id)).toEqual([products[2]?.id])
  expect(address()).toBe(adminPaths.searchRules())
})

it('moves a product up and removes another', async () => {
  open()
  await press(act('change', 'xonça'))
  const [first, second] = (ruleOf('xonça')?.firstProducts ?? []).map(({ name }) => name.az)
  await press(t('admin.searchRules.moveUp', { name: second ?? '' }))
  await press(t('admin.searchRules.removeProduct', { name: first ?? '' }))
  await press(t('admin.searchRules.save'))
  await screen.findByText(t('admin.searchRules.saved', { text: 'xonça' }))
  expect(ruleOf('xonça')?.firstProducts.map(({ name }) => name.az)).toEqual([second])
})

it('keeps what was typed when another rule has the text, or when somebody else changed the rule', async () => {
  open()
  await press(t('admin.searchRules.new'))
  await user.type(await field('when'), 'XONÇA')
  await user.type(await field('instead'), 'sini')
  await press(t('admin.searchRules.save'))
  await waitFor(async () => expect(await field('when')).toHaveAccessibleDescription(/artıq var/))
  expect(await field('instead')).toHaveValue('sini')
  await user.click(screen.getByRole('button', { name: new RegExp(`^${t('admin.searchRules.when')}: `) }))
  expect(await field('when')).toHaveFocus()
  await press(t('admin.searchRules.cancel'))

  await press(act('change', 'gül dəstəsi'))
  searchRules.rules = searchRules.rules.map((rule) => ({ ...rule, version: rule.version + 1 }))
  await user.clear(await field('instead'))
  await user.type(await field('instead'), 'gül buketi')
  await press(t('admin.searchRules.save'))
  await screen.findByText(/başqası bu qaydanı dəyişib/)
  expect(await field('instead')).toHaveValue('gül buketi')
})

it('restores a removed rule', async () => {
  open()
  await press(act('remove', 'xonça'))
  await waitFor(() => expect(ruleOf('xonça')).toBeUndefined())
  await press(t('common.undo'))
  await waitFor(() => expect(ruleOf('xonça')?.firstProducts).toHaveLength(2))
  await row('xonça')
})

it('finds rules by a part of their text', async () => {
  const { address } = open()
  await row('xonça')
  await user.type(screen.getByLabelText(t('admin.searchRules.find')), 'dəstə{Enter}')
  await waitFor(() => expect(screen.queryByRole('heading', { level: 2, name: /xonça/ })).toBeNull())
  expect(address()).toBe(adminPaths.searchRules({ text: 'dəstə' }))
  await user.type(screen.getByLabelText(t('admin.searchRules.find')), 'yoxdur{Enter}')
  await screen.findByText(t('admin.searchRules.notFound'))
  await press(t('common.search.clear'))
  await row('xonça')
  expect(address()).toBe(adminPaths.searchRules())
})
