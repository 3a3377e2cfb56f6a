import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component } from '~admin/routes/searches'
import { openAt, t } from '~mock/in-shop'
import { signInStaff } from '~mock/staff-sign-in'
import { searchFilter } from './api'

const user = userEvent.setup({ delay: null })
const open = () => openAt(adminPaths.searches(), { path: '/idare/axtarislar', Component })
const row = async (query: string) =>
  within((await screen.findByRole('link', { name: t('admin.searches.open', { query }) })).closest('li') as HTMLElement)

beforeEach(() => signInStaff())

it('shows no data to a role without the permission', async () => {
  signInStaff({ roles: ['courier'], permissions: [] })
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

it('shows how often a text was searched for, and how often it found nothing', async () => {
  open()
  const rose = await row('qızılgül')
  rose.getByText(t('admin.searches.searches', { count: 412 }))
  rose.getByText(t('admin.searches.found'))
  rose.getByText(t('admin.searches.opened', { count: 301 }))
  ;(await row('robot tozsoran')).getByText(t('admin.searches.missed', { count: 8, share: 26 }))
  expect(screen.getByRole('link', { name: t('admin.searches.open', { query: 'шоколад' }) })).toHaveAttribute(
    'href',
    `/ru/axtaris/${encodeURIComponent('шоколад')}`,
  )
})

it('lists the searches without results, and keeps that choice in another period', async () => {
  open()
  await row('qızılgül')
  await user.click(screen.getByRole('link', { name: t('admin.searches.empty') }))
  await row('xonça')
  expect(screen.queryByText('qızılgül')).toBeNull()
  await user.click(screen.getByRole('link', { name: t('admin.searches.lastDays', { count: 7 }) }))
  await screen.findByText(t('admin.searches.noMisses'))
})

it.each([
  ['', { days: 14, isEmpty: false }],
  ['muddet=90&veziyyet=neticesiz', { days: 90, isEmpty: true }],
  ['muddet=91', { days: 14, isEmpty: false }],
  ['muddet=x', { days: 14, isEmpty: false }],
])('reads the filter of the address “%s”', (address, filter) => expect(searchFilter(new URLSearchParams(address))).toEqual(filter))
