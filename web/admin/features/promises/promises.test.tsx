import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { useToasts } from '~shared/ui/toast-store'
import { LANGUAGE_NAMES } from '~shared/i18n/locale'
import { adminPaths } from '~admin/paths'
import { Component as RulesPage } from '~admin/routes/rules'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { promiseRules } from '~mock/promise-rules-state'
import { signInStaff } from '~mock/staff-sign-in'

const user = userEvent.setup({ delay: null })
const open = () => openAt(adminPaths.rules(), { path: '/idare/sertler', Component: RulesPage })
const group = async (name: string) => within(await screen.findByRole('group', { name }))
type Group = Awaited<ReturnType<typeof group>>

const write = async (form: Group, label: string, text: string) => {
  const input = form.getByLabelText(new RegExp(`^${label.replaceAll(/[()%]/g, '.')}( |$)`))
  await user.clear(input)
  if (text) await user.type(input, text)
}
const save = (form: Group, name = t('adminSite.save')) => user.click(form.getByRole('button', { name }))

beforeEach(() => signInStaff())

it('the page is shown only to staff with the permission', async () => {
  signInStaff({ roles: ['courier'], permissions: [] })
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

it('the page links to the delivery zones, which have the tariffs', async () => {
  open()
  expect(await screen.findByRole('link', { name: t('adminSite.rules.zones') })).toHaveAttribute('href', adminPaths.zones())
})

it('saves bonus rates and the spendable share together', async () => {
  open()
  const form = await group(t('adminSite.rules.bonus'))
  await write(form, t('adminSite.rules.rate', { name: 'Bütün məhsullar' }), '2,75')
  await write(form, t('adminSite.rules.spendShare'), '25')
  await save(form)
  await waitFor(() => expect(promiseRules.rules.bonus.spendShare).toBe(2500))
  expect(promiseRules.rules.bonus.rules.map(({ basisPoints }) => basisPoints)).toEqual([275])
})

describe('a return exception', () => {
  it('names a deleted category by its number only once the categories are known, and can lose it', async () => {
    const [exception] = promiseRules.rules.returns.exceptions
    if (!exception) throw new Error('the mock has no exception')
    const { categoryIds } = exception
    exception.categoryIds = [...categoryIds, 999]
    server.use(http.get(`${BASE}/category/all/tree`, () => problem(403, 'forbidden', 'İcazəniz yoxdur'), { once: true }))
    open()
    const retry = await screen.findByRole('button', { name: t('common.retry') })
    expect(screen.queryByRole('checkbox')).toBeNull()
    await user.click(retry)
    const form = await group(exception.title?.az ?? '')
    const chosen = form.getAllByRole('checkbox', { checked: true })
    const gone = t('campaigns.promos.gone', { id: 999 })
    expect(chosen.map((box) => box.closest('label')?.textContent).filter((name) => name?.startsWith('№'))).toEqual([gone])
    await user.click(form.getByRole('checkbox', { name: gone }))
    await save(form)
    await waitFor(() => expect(promiseRules.rules.returns.exceptions[0]?.categoryIds).toEqual(categoryIds))
  })

  it('is added to the existing ones, and deleted without changing them', async () => {
    open()
    const form = await group(t('adminSite.rules.add'))
    for (const language of ['az', 'ru', 'en'] as const) {
      await write(form, t('adminSite.rules.titleIn', { language: LANGUAGE_NAMES[language] }), `Çay ${language}`)
    }
    await save(form, t('adminSite.rules.add'))
    expect(await form.findByRole('alert')).toHaveTextContent(t('errors.fields.required'))
    const [category] = await form.findAllByRole('checkbox')
    if (category) await user.click(category)
    await save(form, t('adminSite.rules.add'))
    await waitFor(() => expect(promiseRules.rules.returns.exceptions).toHaveLength(2))
    expect(promiseRules.rules.returns.exceptions[1]).toMatchObject({ title: { en: 'Çay en' }, reason: 'perishable' })

    const added = await group('Çay az')
    const remove = added.getByRole('button', { name: t('adminSite.rules.remove', { name: 'Çay az' }) })
    server.use(
      http.put(`${BASE}/admin/promises/return-exceptions`, () => problem(503, 'service_unavailable', 'Bir az sonra yenidən cəhd edin'), {
        once: true,
      }),
    )
    await user.click(remove)
    await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.text).toBe('Bir az sonra yenidən cəhd edin'))
    await user.click(remove)
    await waitFor(() => expect(promiseRules.rules.returns.exceptions).toHaveLength(1))
  })
})
