import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Moderation } from '~admin/routes/moderation'
import { openAt, t } from '~mock/in-shop'
import { reviews } from '~mock/reviews-state'
import { OWNER } from '~mock/profile-state'
import { signIn } from '~mock/sign-in'

const user = userEvent.setup({ delay: null })
const open = (state?: string) => openAt(adminPaths.reviews(state), { path: '/idare/reyler', Component: Moderation })
const cards = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => within(heading.closest('li') as HTMLElement))
const waiting = () => reviews.queue.filter(({ state }) => state === 'pending').length

beforeEach(() => {
  signIn(OWNER)
})

it('is shown to operators only', async () => {
  signIn()
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.forStaff') })
})

it('shows why a text waits, and marks replies', async () => {
  open()
  await screen.findByText(t('admin.moderation.suspicion.phone'))
  screen.getByText(t('admin.moderation.suspicion.shouting'))
  screen.getByText(t('admin.moderation.reply'))
  expect(cards()).toHaveLength(3)
})

it('a published text leaves the queue', async () => {
  open()
  await waitFor(() => expect(cards()).toHaveLength(3))
  await user.click(screen.getAllByRole('button', { name: new RegExp(`^${t('admin.moderation.publish')}`) })[2] as HTMLElement)
  await waitFor(() => expect(cards()).toHaveLength(2))
  expect(reviews.queue.find(({ isReply }) => isReply)?.state).toBe('published')
})

it('a rejection requires a reason, and frequent ones can be inserted', async () => {
  open()
  await waitFor(() => expect(cards()).toHaveLength(3))
  await user.click(screen.getAllByRole('button', { name: new RegExp(`^${t('admin.moderation.reject')}`) })[0] as HTMLElement)
  const reject = await screen.findByRole('button', { name: t('admin.moderation.reject') })
  await user.click(reject)
  await waitFor(() =>
    expect(screen.getByLabelText(t('admin.moderation.reason'))).toHaveAccessibleDescription(t('errors.fields.reason_required')),
  )
  expect(waiting()).toBe(3)
  await user.click(screen.getByRole('button', { name: t('admin.moderation.why.advert') }))
  expect(screen.getByLabelText(t('admin.moderation.reason'))).toHaveValue(t('admin.moderation.why.advert'))
  await user.click(reject)
  await waitFor(() => expect(cards()).toHaveLength(2))
  expect(waiting()).toBe(2)
})

it('shows that the queue is empty', async () => {
  reviews.queue = []
  open()
  await screen.findByRole('heading', { name: t('admin.moderation.empty') })
  open('rejected')
  await screen.findByText(t('admin.moderation.emptyElse'))
})
