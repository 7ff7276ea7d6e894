// Knows the requests that the service signed: Go, standard library only.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const skew = 5 * time.Minute

var (
	signatureForm = regexp.MustCompile(`^v1 ([\w-]{1,64}) ([1-9][0-9]{0,14}) ([\w-]{43})$`)
	keysClient    = http.Client{Timeout: 50 * time.Millisecond}
	lock          sync.Mutex
	keys          = map[string][]byte{}    // by id
	used          = map[string]time.Time{} // replay ids, until when they are refused
	askedAt       time.Time
)

// refresh reads the keys, at most once per second: an outsider may name any key.
func refresh() {
	if time.Since(askedAt) < time.Second {
		return
	}
	askedAt = time.Now()
	path := "/api/recorder/apps/" + url.PathEscape(os.Getenv("REPLAY_APP")) + "/replay-keys"
	request, _ := http.NewRequest("GET", os.Getenv("SVC_URL")+path, nil)
	request.Header.Set("x-api-key", os.Getenv("SVC_TOKEN"))
	response, err := keysClient.Do(request)
	if err != nil {
		return
	}
	defer response.Body.Close()
	answer := struct{ Keys []struct{ KeyId, Key string } }{}
	if json.NewDecoder(response.Body).Decode(&answer) != nil || len(answer.Keys) == 0 {
		return
	}
	keys = map[string][]byte{}
	for _, one := range answer.Keys {
		keys[one.KeyId], _ = base64.RawURLEncoding.DecodeString(one.Key)
	}
}

// SignedReplay returns the replay id of a request that the service signed, once; else an empty text.
func SignedReplay(r *http.Request) string {
	id, found := r.Header.Get("X-Replay-Id"), signatureForm.FindStringSubmatch(r.Header.Get("X-Replay-Signature"))
	if id == "" || found == nil {
		return ""
	}
	lock.Lock()
	defer lock.Unlock()
	if keys[found[1]] == nil {
		refresh()
	}
	ms, _ := strconv.ParseInt(found[2], 10, 64)
	mac := hmac.New(sha256.New, keys[found[1]])
	mac.Write([]byte(strings.Join([]string{"v1", id, r.Method, r.RequestURI, found[2], r.Header.Get("X-Replay-Mock")}, "\n")))
	sent, _ := base64.RawURLEncoding.DecodeString(found[3])
	isNow := time.Since(time.UnixMilli(ms)).Abs() <= skew
	if keys[found[1]] == nil || !isNow || !hmac.Equal(mac.Sum(nil), sent) || time.Now().Before(used[id]) {
		return ""
	}
	for old, until := range used {
		if time.Now().After(until) {
			delete(used, old)
		}
	}
	used[id] = time.Now().Add(2 * skew)
	return id
}
