import { CalendarDays } from 'lucide-react'
import { Link } from 'react-router'
import type { Campaign } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Picture } from '~shared/ui/picture'
import { focusOf } from '../focus'
import { periodText } from '../period'

export function CampaignHead({ campaign }: { campaign: Campaign }) {
  const { t, locale } = useI18n()
  const { name, text, imageUrl, percent, status, storeName, storeSlug } = campaign
  return (
    <div className="mt-1 mb-8 grid overflow-hidden rounded-2xl border border-line bg-linear-135 from-peach via-rose to-lilac sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid content-start gap-3 p-6 sm:p-9">
        <p className="flex flex-wrap items-center gap-2 text-sm font-bold">
          <span className="rounded-full bg-accent px-3 py-1 text-on-accent tabular-nums">{t('stores.campaign.off', { percent })}</span>
          {status === 'planned' && <span className="rounded-full bg-surface px-3 py-1">{t('stores.campaign.soon')}</span>}
        </p>
        <h1 tabIndex={-1} className="text-3xl text-balance wrap-anywhere sm:text-4xl">
          {name}
        </h1>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Link to={paths.store(storeSlug)} className="inline-flex min-h-11 items-center font-semibold text-accent-text hover:underline">
            {storeName}
          </Link>
          <span className="inline-flex items-center gap-1.5">
            <CalendarDays aria-hidden className="size-4.5" />
            {periodText(t, locale, campaign)}
          </span>
        </p>
        {text && <p className="max-w-prose whitespace-pre-line text-pretty wrap-anywhere">{text}</p>}
      </div>
      {imageUrl && (
        <Picture
          src={imageUrl}
          alt=""
          sizes="(min-width: 40rem) 288px, 100vw"
          eager
          focus={focusOf(campaign)}
          className="h-48 w-full object-cover sm:h-full sm:w-72"
        />
      )}
    </div>
  )
}
