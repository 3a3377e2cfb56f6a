// The queue of the mock has three texts; the third is a reply.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Moderation } from '~admin/routes/moderation'
import { openAt, t } from '~mock/in-shop'
import { reviews } from '~mock/reviews-state'
import { signInStaff } from '~mock/staff-sign-in'

const user = userEvent.setup({ delay: null })
const open = (state?: string) => openAt(adminPaths.reviews(state), { path: '/idare/reyler', Component: Moderation })
const cards = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => within(heading.closest('li') as HTMLElement))
const countPending = () => reviews.queue.filter(({ state }) => state === 'pending').length

beforeEach(() => {
  signInStaff()
})

it('the page is shown only to staff with the permission', async () => {
  signInStaff({ roles: ['courier'], permissions: [] })
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

it('a text shows why it waits, and whether it is a reply', async () => {
  open()
  await screen.findByText(t('admin.moderation.suspicion.phone'))
  screen.getByText(t('admin.moderation.suspicion.shouting'))
  screen.getByText(t('admin.moderation.reply'))
  expect(cards()).toHaveLength(3)
})

it('a published text leaves the queue', async () => {
  open()
  await waitFor(() => expect(cards()).toHaveLength(3))
  // The third text is the reply.
  await user.click(screen.getAllByRole('button', { name: new RegExp(`^${t('admin.moderation.publish')}`) })[2] as HTMLElement)
  await waitFor(() => expect(cards()).toHaveLength(2))
  expect(reviews.queue.find(({ isReply }) => isReply)?.state).toBe('published')
})

it('a rejection requires a reason, and frequent ones can be inserted', async () => {
  open()
  await waitFor(() => expect(cards()).toHaveLength(3))
  await user.click(screen.getAllByRole('button', { name: new RegExp(`^${t('admin.moderation.reject')}`) })[0] as HTMLElement)
  await user.click(screen.getByRole('button', { name: t('admin.moderation.cancel') }))
  expect(screen.queryByLabelText(t('admin.moderation.reason'))).toBeNull()
  await user.click(screen.getAllByRole('button', { name: new RegExp(`^${t('admin.moderation.reject')}`) })[0] as HTMLElement)
  const reject = await screen.findByRole('button', { name: t('admin.moderation.reject') })
  await user.click(reject)
  await waitFor(() =>
    expect(screen.getByLabelText(t('admin.moderation.reason'))).toHaveAccessibleDescription(t('errors.fields.reason_required')),
  )
  expect(countPending()).toBe(3)
  for (const why of ['contact', 'insult', 'offTopic', 'advert'] as const) {
    await user.click(screen.getByRole('button', { name: t(`admin.moderation.why.${why}`) }))
    expect(screen.getByLabelText(t('admin.moderation.reason'))).toHaveValue(t(`admin.moderation.why.${why}`))
  }
  await user.click(reject)
  await waitFor(() => expect(cards()).toHaveLength(2))
  expect(countPending()).toBe(2)
})

it('an empty queue says so', async () => {
  reviews.queue = []
  open()
  await screen.findByRole('heading', { name: t('admin.moderation.empty') })
  open('rejected')
  await screen.findByText(t('admin.moderation.emptyElse'))
})
