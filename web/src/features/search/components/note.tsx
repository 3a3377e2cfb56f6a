import { useT } from '~shared/i18n/context'
import { Skeleton } from '~shared/ui/skeleton'

interface Props {
  typed: string
  corrected: string | undefined
  isAnswered: boolean
  isError: boolean
  isFound: boolean
}

const ROWS = ['w-1/2', 'w-2/3', 'w-2/5']

/** What there is to say about the suggestions: that they come, that there are none, or that others were looked for. */
export function Note({ typed, corrected, isAnswered, isError, isFound }: Props) {
  const t = useT()
  if (isFound && !corrected) return null
  if (!isAnswered && !isFound)
    return (
      <div className="grid gap-5 px-3 py-4">
        {ROWS.map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    )
  const text =
    corrected && isFound
      ? t('around.search.corrected', { corrected })
      : isError
        ? t('around.search.failed')
        : t('around.search.none', { text: typed })
  return <p className="px-3 py-2.5 text-[0.9375rem] text-muted wrap-anywhere">{text}</p>
}
