-- Counts a request against a budget. It uses the generic cell rate algorithm, as the gateway does in its own process:
-- requests may arrive ahead of an even pace by a tolerance, the burst. The clock is that of this server, so the clocks
-- of the gateways need not agree.
--
-- KEYS[1]: when the requests counted so far would have arrived at an even pace, in microseconds.
-- ARGV[1]: microseconds between two requests at an even pace.
-- ARGV[2]: how many microseconds that time may be ahead of the clock: the burst.
-- Returns 0 if the request is allowed, otherwise the microseconds until one is. A refused request does not count.
local interval, tolerance = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local stored = tonumber(redis.call('GET', KEYS[1]) or now) or now
-- Allowed requests never move the stored time beyond `latest`. It is later only if the clock was set back or the limit
-- was raised; then the request is allowed, and the stored time is corrected.
local latest = now + tolerance + interval
local arrival = math.max(now, math.min(stored, latest))
local wait = arrival - tolerance - now
if wait > 0 then
    if stored <= latest then
        return wait
    end
else
    arrival = arrival + interval
    wait = 0
end
-- The key expires when the whole budget is available again.
redis.call('SET', KEYS[1], string.format('%.0f', arrival), 'PX', math.ceil((arrival - now) / 1000))
return wait
