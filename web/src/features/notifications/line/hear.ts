import type { QueryClient } from '@tanstack/react-query'
import type { Notification } from '~shared/api/types'
import { type Locale, withoutLocale } from '~shared/i18n/locale'
import type { Translate } from '~shared/i18n/translate'
import { toast } from '~shared/ui/toast-store'
import { notificationsQuery, unreadQuery } from '../queries'
import { LIST } from '../viewed'
import type { News } from './news'

interface Here {
  client: QueryClient
  t: Translate
  locale: Locale
  open: (item: Notification) => void
}

/** Says whether the page that the notification links to is open. That page shows the change itself. */
const isShownHere = ({ link }: Notification) => link !== undefined && withoutLocale(location.pathname) === link

/** What news change on this page. */
export function hear({ client, t, locale, open }: Here) {
  const unread = unreadQuery(locale).queryKey

  /** A tab in another language leads: the words are asked for in this one's. */
  const inOwnWords = async (id: number) => (await client.query(notificationsQuery(locale, 1))).data.find((item) => item.id === id)

  const tell = (item: Notification) => {
    if (isShownHere(item)) return
    toast.plain(
      t('notifications.fresh', { title: item.title, text: item.text }),
      item.link ? { label: t('notifications.open'), run: () => open(item) } : undefined,
    )
  }

  return (news: News, inLocale: Locale) => {
    if (news.kind === 'count') {
      // An answer on its way is older than what was just heard.
      void client.cancelQueries({ queryKey: unread })
      client.setQueryData(unread, { data: { count: news.unread } })
      return
    }
    void client.invalidateQueries({ queryKey: LIST })
    // Nobody would see it: where nothing is looked at, the count is enough.
    if (document.visibilityState !== 'visible') return
    if (inLocale === locale) tell(news.item)
    else
      void inOwnWords(news.id).then(
        (item) => item && tell(item),
        () => {},
      )
  }
}
