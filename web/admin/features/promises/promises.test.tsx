import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGE_NAMES } from '~shared/i18n/locale'
import { adminPaths } from '~admin/paths'
import { Component as RulesPage } from '~admin/routes/rules'
import { openAt, t } from '~mock/in-shop'
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

it('is shown to operators only', async () => {
  signInStaff({ roles: ['courier'], permissions: [] })
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

describe('a tariff', () => {
  const baku = () => group(t('adminSite.rules.zone', { name: 'Bakı' }))

  it('is saved as typed, also without a threshold', async () => {
    open()
    const form = await baku()
    await write(form, t('adminSite.rules.fee'), '3,50')
    await write(form, t('adminSite.rules.freeFrom'), '')
    await save(form)
    await waitFor(() => expect(promiseRules.rules.tariffs[0]?.fee).toBe(350))
    expect(promiseRules.rules.tariffs[0]).not.toHaveProperty('freeFrom')
    // The other tariff is unchanged.
    expect(promiseRules.rules.tariffs[1]?.fee).toBe(1200)
  })

  it('is not sent with an invalid fee', async () => {
    open()
    const form = await baku()
    await write(form, t('adminSite.rules.fee'), 'çox')
    await save(form)
    expect(await form.findByRole('alert')).toHaveTextContent(t('errors.fields.out_of_range'))
    expect(promiseRules.rules.tariffs[0]?.fee).toBe(300)
  })
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
  it('is added to the existing ones, and deleted without them', async () => {
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
    await user.click(added.getByRole('button', { name: t('adminSite.rules.remove', { name: 'Çay az' }) }))
    await waitFor(() => expect(promiseRules.rules.returns.exceptions).toHaveLength(1))
  })
})
