import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Editor } from '~admin/routes/campaign-editor'
import { Component as List } from '~admin/routes/campaign-list'
import { UPLOADED } from '~mock/handlers/pictures'
import { openAt, t } from '~mock/in-shop'
import { signInStaff } from '~mock/staff-sign-in'
import { storesState, storesOf } from '~mock/stores-state'

const user = userEvent.setup({ delay: null })
/** The name of the mock's campaign 1. */
const RUNNING = 'Payız buketləri'
const openList = (state?: string) => openAt(adminPaths.campaigns(state), { path: '/idare/kampaniyalar', Component: List })
const openNew = () => openAt(adminPaths.newCampaign(), { path: '/idare/kampaniyalar/yeni', Component: Editor })
const openOne = (id: string) => openAt(adminPaths.campaign(id), { path: '/idare/kampaniyalar/:id', Component: Editor })
/** A label may end with “optional”. */
const field = (name: string) => screen.findByLabelText(new RegExp(`^${name}( |$)`))
const azName = () => screen.findByLabelText(new RegExp(`^${t('campaigns.label.name')} .${t('campaigns.language.az')}`))
const save = () => user.click(screen.getByRole('button', { name: t('campaigns.save') }))

beforeEach(() => {
  signInStaff()
})

it('the page is shown only to staff with the permission', async () => {
  signInStaff({ roles: ['courier'], permissions: [] })
  openList()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

it('campaigns are filtered by status and cancelled after a confirmation', async () => {
  openList('running')
  await screen.findByRole('heading', { level: 2, name: RUNNING })
  await user.click(screen.getByRole('button', { name: t('campaigns.cancelOf', { name: RUNNING }) }))
  await user.click(screen.getByRole('button', { name: t('campaigns.no') }))
  await user.click(screen.getByRole('button', { name: t('campaigns.cancelOf', { name: RUNNING }) }))
  expect(storesState.campaigns.find(({ id }) => id === 1)?.status).toBe('running')
  await user.click(screen.getByRole('button', { name: t('campaigns.yes') }))
  await screen.findByRole('heading', { name: t('campaigns.empty') })
  expect(storesState.campaigns.find(({ id }) => id === 1)?.status).toBe('cancelled')
})

it('a new campaign shows missing fields and is created once it is complete', async () => {
  const { address } = openNew()
  await field(t('campaigns.label.storeId'))
  await save()
  expect(await screen.findByRole('alert')).toHaveFocus()
  await user.selectOptions(await field(t('campaigns.label.storeId')), String(storesOf('az')[2]?.id))
  await user.type(await field(t('campaigns.label.percent')), '30')
  await user.type(await field(t('campaigns.label.startsAt')), '2026-12-01T00:00')
  await user.type(await field(t('campaigns.label.endsAt')), '2026-12-08T00:00')
  await user.type(await azName(), 'Qış hədiyyələri')
  const picture = () => field(t('campaigns.label.imageUrl'))
  await user.upload(await picture(), new File(['x'], 'a.png', { type: 'image/png' }))
  await user.click(await screen.findByRole('button', { name: t('admin.picture.removeOf', { name: t('campaigns.label.imageUrl') }) }))
  await user.upload(await picture(), new File(['x'], 'b.png', { type: 'image/png' }))
  await screen.findByText(t('admin.picture.uploaded'))
  await user.click(screen.getByRole('radio', { name: t('campaigns.chosen') }))
  const find = await screen.findByLabelText(t('campaigns.find'))
  await user.click((await screen.findAllByRole('checkbox'))[0] as HTMLElement)
  expect(find).toHaveAccessibleDescription(t('campaigns.picked', { count: 1 }))
  await user.click(screen.getByRole('radio', { name: t('campaigns.whole') }))
  expect(screen.queryByLabelText(t('campaigns.find'))).toBeNull()
  await save()
  await waitFor(() => expect(address()).toBe(adminPaths.campaigns()))
  expect(storesState.campaigns[0]).toMatchObject({
    percent: 30,
    imageUrl: UPLOADED,
    az: { name: 'Qış hədiyyələri' },
    // The start is midnight in Baku.
    startsAt: '2026-11-30T20:00:00.000Z',
    isWholeStore: true,
  })
})

it('a running campaign can only change its texts and its end', async () => {
  openOne('1')
  await screen.findByText(t('campaigns.running'))
  expect(screen.queryByLabelText(t('campaigns.label.percent'), { exact: false })).toBeNull()
  const name = await azName()
  await user.clear(name)
  await user.type(name, 'Son buketlər')
  const picture = () => new File(['x'], 'a.png', { type: 'image/png' })
  await user.upload(await field(t('campaigns.label.imageUrl')), picture())
  await screen.findByText(t('admin.picture.uploaded'))
  await user.click(screen.getByRole('button', { name: t('admin.picture.removeOf', { name: t('campaigns.label.imageUrl') }) }))
  await user.upload(await field(t('campaigns.label.imageUrl')), picture())
  await screen.findByText(t('admin.picture.uploaded'))
  await save()
  await waitFor(() =>
    expect(storesState.campaigns[0]).toMatchObject({
      id: 1,
      az: { name: 'Son buketlər' },
      imageUrl: UPLOADED,
      percent: 20,
      status: 'running',
    }),
  )
})
