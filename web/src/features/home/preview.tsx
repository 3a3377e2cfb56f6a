// The parts of a preview of the home page, which staff open from the back office.

import { Eye } from 'lucide-react'
import { Link } from 'react-router'
import lost from '~shared/assets/pictures/lost.webp'
import { useI18n, useT } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { useDocumentHead } from '~shared/lib/document-head'
import { paths } from '~shared/lib/paths'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'

interface Props {
  /** The time for which the page shows its sections. */
  shownAt?: string | undefined
  isExpired?: boolean
}

/** The bar above a preview, or the page instead of an expired one. */
export default function Preview({ shownAt, isExpired = false }: Props) {
  return isExpired ? <ExpiredPreview /> : <PreviewBar shownAt={shownAt} />
}

/** Keeps staff from taking the preview for the published page. */
function PreviewBar({ shownAt }: { shownAt: string | undefined }) {
  const { t, locale } = useI18n()
  return (
    <aside
      aria-label={t('deferred.preview.title')}
      className="flex flex-wrap items-center justify-between gap-x-4 rounded-xl bg-accent-soft px-4 py-2 text-[0.9375rem] sm:px-5"
    >
      <p className="flex min-h-11 items-center gap-3">
        <Eye aria-hidden className="size-5 shrink-0 text-accent-text" />
        {/* The year is needed, because a time may be far away. */}
        {shownAt ? t('deferred.preview.shownAt', { time: dayAndTime(locale, shownAt, null) }) : t('deferred.preview.title')}
      </p>
      <Link to={paths.home()} className="inline-flex min-h-11 items-center font-semibold text-accent-text hover:underline">
        {t('deferred.preview.leave')}
      </Link>
    </aside>
  )
}

function ExpiredPreview() {
  const t = useT()
  useDocumentHead(t('common.titleOf', { name: t('deferred.preview.expired') }))
  return (
    <EmptyState picture={lost} title={t('deferred.preview.expired')} text={t('deferred.preview.expiredText')} asPageTitle>
      <ButtonLink to={paths.home()} size="lg">
        {t('common.toShop')}
      </ButtonLink>
    </EmptyState>
  )
}
