interface AppLinks {
  androidUrl: string
  iosUrl: string
}

/** Returns the Android store for other devices, or empty if the shop has no app there. */
export const appStoreFor = (userAgent: string, { androidUrl, iosUrl }: AppLinks) =>
  /iPhone|iPad|iPod/.test(userAgent) ? iosUrl : androidUrl

export const isMobile = (userAgent: string) => /Android|iPhone|iPad|iPod|Mobile/.test(userAgent)
