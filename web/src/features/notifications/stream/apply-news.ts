// Applies an event of the stream to the page: updates the count and the list, and shows a toast.

import type { QueryClient } from '@tanstack/react-query'
import { unreadQuery } from '~/features/account/counts'
import { notificationsQuery } from '~/features/account/queries'
import type { Notification } from '~shared/api/types'
import type { Translate } from '~shared/i18n/context'
import { type Locale, withoutLocale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'
import { LIST_KEY } from '../mutations'
import type { News } from '../news'

interface PageContext {
  client: QueryClient
  t: Translate
  locale: Locale
  open: (item: Notification) => void
}

/** Whether the page that a notification links to is open. It shows the change itself. */
const isShownHere = ({ link }: Notification) => link !== undefined && withoutLocale(location.pathname) === link

export function applyNewsTo({ client, t, locale, open }: PageContext) {
  const unread = unreadQuery(locale).queryKey

  /** The leader, the tab that receives the stream, may have another language than this one. */
  const findInOwnLanguage = async (id: number) => (await client.query(notificationsQuery(locale, 1))).data.find((item) => item.id === id)

  const showToast = (item: Notification) => {
    if (isShownHere(item)) return
    toast.plain(
      t('notifications.fresh', { title: item.title, text: item.text }),
      item.link ? { label: t('notifications.open'), run: () => open(item) } : undefined,
    )
  }

  return (news: News, textLocale: Locale) => {
    if (news.kind === 'count') {
      // A response in flight is older than the event.
      void client.cancelQueries({ queryKey: unread })
      client.setQueryData(unread, { data: { count: news.unread } })
      return
    }
    void client.invalidateQueries({ queryKey: LIST_KEY })
    // On a hidden page, the count is enough.
    if (document.visibilityState !== 'visible') return
    if (textLocale === locale) showToast(news.item)
    else
      void findInOwnLanguage(news.id).then(
        (item) => item && showToast(item),
        () => {},
      )
  }
}
